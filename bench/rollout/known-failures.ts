import {
  distFiles,
  fixtureTest,
  iniSource,
  iniUser,
  makeFixtures,
  manifest,
  ratesFiles,
  testOf,
  totalSource,
} from './source-texts.ts';
import type { Task } from './task.ts';

/** Repositories in which the failure that is there now is one that was fixed before. */
export const knownFailures: readonly Task[] = [
  {
    name: 'kettle',
    kind: 'again',
    before: distFiles('kettle'),
    fix: { kind: 'run', command: 'node build.js' },
    lesson: 'The tests load dist/, which is not in git. Run `node build.js` before them.',
    since: { 'src/boil.js': "export const boil = (litres) => [litres, 'l at 100 °C'].join(' ');\n" },
    attempts: [
      {
        kind: 'write',
        files: { 'src/boil.js': "export function boil(litres) {\n  return litres + ' l at 100 °C';\n}\n" },
      },
      { kind: 'run', command: 'node build.js' },
    ],
    later: testOf('../dist/boil.js', 'boil', "assert.equal(boil(3), '3 l at 100 °C')"),
  },
  {
    name: 'exchange',
    kind: 'again',
    before: ratesFiles('exchange'),
    fix: { kind: 'run', command: 'node make-rates.js' },
    lesson: 'src/rates.json is made of rates.csv and must not be edited. Run `node make-rates.js`.',
    // The table of an older branch was taken when two were merged.
    since: { 'rates.csv': 'EUR,1\nUSD,1.25\nCHF,0.94\n', 'src/rates.json': '{"EUR":1}\n' },
    attempts: [
      { kind: 'write', files: { 'src/rates.json': '{"EUR":1,"USD":1.25}\n' } },
      { kind: 'run', command: 'node make-rates.js' },
    ],
    later: testOf('../src/rate.js', 'rate', "assert.equal(rate('CHF'), 0.94)"),
  },
  {
    name: 'receipts',
    kind: 'again',
    before: {
      'package.json': manifest('receipts'),
      'src/total.js': totalSource('lines.map((line) => line.price).sort()'),
      'test/total.test.js': testOf(
        '../src/total.js',
        'dearest',
        'assert.equal(dearest([{ price: 9 }, { price: 10 }]), 10)',
      ),
    },
    fix: {
      kind: 'write',
      files: { 'src/total.js': totalSource('lines.map((line) => line.price).sort((a, b) => a - b)') },
    },
    lesson:
      'Prices are sorted as words unless told otherwise. Replace `.sort()` with `.sort((a, b) => a - b)`.',
    // A tidying of the file took the fix back.
    since: { 'src/total.js': totalSource('lines.map(({ price }) => price).sort()') },
    attempts: [
      {
        kind: 'write',
        files: { 'src/total.js': totalSource('lines.map(({ price }) => Number(price)).sort()') },
      },
      {
        kind: 'write',
        files: { 'src/total.js': totalSource('lines.map(({ price }) => price).sort((a, b) => a - b)') },
      },
    ],
    later: testOf(
      '../src/total.js',
      'dearest',
      'assert.equal(dearest([{ price: 100 }, { price: 99 }]), 100)',
    ),
  },
  {
    name: 'settings',
    kind: 'elsewhere',
    before: {
      'package.json': manifest('settings'),
      'vendor/ini.js': iniSource,
      'src/load.js': iniUser('{ parse }', 'load'),
      'test/load.test.js': testOf('../src/load.js', 'load', "assert.deepEqual(load('a=1'), { a: '1' })"),
    },
    fix: { kind: 'write', files: { 'src/load.js': iniUser('{ read as parse }', 'load') } },
    lesson:
      'vendor/ini.js calls it read since version 2. Replace `{ parse }` with `{ read as parse }` where it is imported.',
    // Another file that still imports the old name comes from a branch.
    since: {
      'src/merge.js': iniUser('{ parse }', 'merge'),
      'test/merge.test.js': testOf('../src/merge.js', 'merge', "assert.deepEqual(merge('b=2'), { b: '2' })"),
    },
    attempts: [
      { kind: 'write', files: { 'src/merge.js': iniUser('{ parse as parse }', 'merge') } },
      { kind: 'write', files: { 'src/merge.js': iniUser('{ read as parse }', 'merge') } },
    ],
    later: testOf('../src/merge.js', 'merge', "assert.deepEqual(merge('a=1'), { a: '1' })"),
  },
  {
    name: 'orders',
    kind: 'elsewhere',
    before: {
      'package.json': manifest('orders'),
      '.gitignore': 'fixtures/\n',
      'make-fixtures.js': makeFixtures,
      'test/orders.test.js': fixtureTest('orders'),
    },
    fix: { kind: 'run', command: 'node make-fixtures.js' },
    lesson: 'Fixtures are made, not kept. Run `node make-fixtures.js` once per clone.',
    // The one that failed before is gone; another one needs its fixture now.
    since: { 'test/orders.test.js': null, 'test/returns.test.js': fixtureTest('returns') },
    attempts: [
      { kind: 'run', command: 'mkdir -p fixtures' },
      { kind: 'run', command: 'node make-fixtures.js' },
    ],
    later: fixtureTest('returns'),
  },
];
