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

export const makeDist = `import { cpSync } from 'node:fs';

cpSync('src', 'dist', { recursive: true });
`;

export const makeRates = `import { readFileSync, writeFileSync } from 'node:fs';

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
