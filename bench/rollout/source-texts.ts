/** Sources that several states of a repository share. */
export function manifest(name: string): string {
  return `${JSON.stringify({ name, version: '1.0.0', type: 'module', scripts: { test: 'node --test' } }, undefined, 2)}\n`;
}

/** A test of one name of a module, as it stands in the folder `test`. */
export function testOf(module: string, name: string, assertion: string): string {
  return `import assert from 'node:assert/strict';
import test from 'node:test';
import { ${name} } from '${module}';

test('${name}', () => ${assertion});
`;
}

const makeDist = `import { cpSync } from 'node:fs';

cpSync('src', 'dist', { recursive: true });
`;

const makeRates = `import { readFileSync, writeFileSync } from 'node:fs';

const rows = readFileSync('rates.csv', 'utf8').trim().split('\\n').map((row) => row.split(','));
writeFileSync('src/rates.json', JSON.stringify(Object.fromEntries(rows.map(([name, rate]) => [name, Number(rate)]))));
`;

export const rateSource = `import { readFileSync } from 'node:fs';

const rates = JSON.parse(readFileSync(new URL('rates.json', import.meta.url), 'utf8'));
export const rate = (name) => rates[name];
`;

/** @param prices expression over `lines` */
export function totalSource(prices: string): string {
  return `export function dearest(lines) {
  const prices = ${prices};
  return prices.at(-1);
}
`;
}

export const iniSource = `export const read = (text) => Object.fromEntries(text.split('\\n').map((line) => line.split('=')));
`;

/** @param imported what is imported of vendor/ini.js */
export function iniUser(imported: string, name: string): string {
  return `import ${imported} from '../vendor/ini.js';

export const ${name} = (text) => parse(text);
`;
}

export const makeFixtures = `import { mkdirSync, writeFileSync } from 'node:fs';

mkdirSync('fixtures', { recursive: true });
for (const name of ['orders', 'returns']) writeFileSync(\`fixtures/\${name}.json\`, '[1, 2]');
`;

export function fixtureTest(name: string): string {
  return `import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import test from 'node:test';

test('${name}', () => assert.equal(JSON.parse(readFileSync('fixtures/${name}.json', 'utf8')).length, 2));
`;
}

/** @param key expression over `id` */
export function findSource(key: string): string {
  return `const rows = [{ name: 'Ada' }, { name: 'Max' }];

export const find = (id) => rows[${key}].name;
`;
}

/** @param lead expression over `team` */
export function ownerSource(lead: string): string {
  return `export const owner = (team) => ${lead};
`;
}

/** Files of two tasks that failed in the same way at first, each under its own name. */
export const distFiles = (name: string) => ({
  'package.json': manifest(name),
  '.gitignore': 'dist/\n',
  'build.js': makeDist,
  'src/boil.js': "export const boil = (litres) => litres + ' l at 100 °C';\n",
  'test/boil.test.js': testOf('../dist/boil.js', 'boil', "assert.equal(boil(1), '1 l at 100 °C')"),
});
export const ratesFiles = (name: string) => ({
  'package.json': manifest(name),
  'make-rates.js': makeRates,
  'rates.csv': 'EUR,1\nUSD,1.25\n',
  'src/rates.json': '{"EUR":1}\n',
  'src/rate.js': rateSource,
  'test/rate.test.js': testOf('../src/rate.js', 'rate', "assert.equal(rate('USD'), 1.25)"),
});
