import {
  distFiles,
  findSource,
  manifest,
  ownerSource,
  rateSource,
  ratesFiles,
  testOf,
} from './source-texts.ts';
import type { Task } from './task.ts';

/** Repositories in which the failure that is there now reads like one that was fixed before, and is another one. */
export const lookAlikes: readonly Task[] = [
  {
    name: 'teapot',
    kind: 'look-alike',
    before: distFiles('teapot'),
    fix: { kind: 'run', command: 'node build.js' },
    lesson: 'The tests load dist/, which is not in git. Run `node build.js` before them.',
    // Built it is; what the new test loads was never written.
    since: {
      '.gitignore': null,
      'dist/boil.js': "export const boil = (litres) => litres + ' l at 100 °C';\n",
      'test/pour.test.js': testOf('../dist/pour.js', 'pour', "assert.equal(pour(2), '2 cups')"),
    },
    attempts: [
      { kind: 'write', files: { 'src/pour.js': "export const pour = (cups) => cups + ' cups';\n" } },
      { kind: 'write', files: { 'dist/pour.js': "export const pour = (cups) => cups + ' cups';\n" } },
    ],
    later: testOf('../dist/pour.js', 'pour', "assert.equal(pour(5), '5 cups')"),
  },
  {
    name: 'customs',
    kind: 'look-alike',
    before: ratesFiles('customs'),
    fix: { kind: 'run', command: 'node make-rates.js' },
    lesson: 'src/rates.json is made of rates.csv and must not be edited. Run `node make-rates.js`.',
    // The table is what it should be; the new test asks in another way.
    since: {
      'test/name.test.js': testOf('../src/rate.js', 'rate', "assert.equal(rate('usd'), 1.25)"),
    },
    attempts: [
      { kind: 'write', files: { 'src/rate.js': rateSource.replace('rates[name]', 'rates[name.trim()]') } },
      {
        kind: 'write',
        files: { 'src/rate.js': rateSource.replace('rates[name]', 'rates[name.toUpperCase()]') },
      },
    ],
    later: testOf('../src/rate.js', 'rate', "assert.equal(rate('eur'), 1)"),
  },
  {
    name: 'teams',
    kind: 'look-alike',
    before: {
      'package.json': manifest('teams'),
      'src/find.js': findSource("id.replace('#', '') - 1"),
      'src/owner.js': ownerSource('team.lead.name'),
      'test/find.test.js': testOf('../src/find.js', 'find', "assert.equal(find('#0'), 'Ada')"),
    },
    fix: { kind: 'write', files: { 'src/find.js': findSource("id.replace('#', '')") } },
    lesson: 'Rows count from 0, names of rows as well. Replace `- 1` with `- 0`.',
    // The same words of Node about another object.
    since: {
      'test/owner.test.js': testOf(
        '../src/owner.js',
        'owner',
        "assert.equal(owner({ members: [{ name: 'Ada' }] }), 'Ada')",
      ),
    },
    attempts: [
      { kind: 'write', files: { 'src/owner.js': ownerSource('team.lead?.name') } },
      { kind: 'write', files: { 'src/owner.js': ownerSource('(team.lead ?? team.members[0]).name') } },
    ],
    later: testOf(
      '../src/owner.js',
      'owner',
      "assert.equal(owner({ lead: { name: 'Max' }, members: [] }), 'Max')",
    ),
  },
];
