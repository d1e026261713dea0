import { readFileSync } from 'node:fs';
import { afterAll, expect, test } from 'vitest';
import { openSyntaxParser } from '../../src/adapters/syntax/open-syntax-parser.ts';
import type { SyntaxLanguage } from '../../src/model/code.ts';
import { renderStructure } from './render-structure.ts';

/** Each has a source with every construct we look for, and beside it what must be found: no more and no less. */
const languages: readonly SyntaxLanguage[] = [
  'python',
  'typescript',
  'tsx',
  'javascript',
  'go',
  'rust',
  'java',
  'kotlin',
  'c',
  'cpp',
  'csharp',
  'ruby',
  'php',
];

const parser = openSyntaxParser({ threads: 1 });
afterAll(() => parser.close());

const readFixture = (name: string) => readFileSync(new URL(`fixtures/${name}.txt`, import.meta.url), 'utf8');

test.each(languages)('%s: symbols, imports, calls and documentation, exactly', async (language) => {
  const structure = await parser.parse(readFixture(language), language);
  expect(renderStructure(structure)).toBe(readFixture(`${language}.structure`));
});

test.each(languages)('%s: line ends of another system change nothing', async (language) => {
  const text = readFixture(language).replaceAll('\n', '\r\n');
  const structure = await parser.parse(text, language);
  expect(renderStructure(structure)).toBe(readFixture(`${language}.structure`));
});

test.each(languages)('%s: what stands around a syntax error is still read', async (language) => {
  const whole = await parser.parse(readFixture(language), language);
  const structure = await parser.parse(`${readFixture(language)}\n)]}} @@ "\n`, language);
  expect(structure.hasErrors).toBe(true);
  const names = new Set(structure.symbols.map(({ name }) => name));
  const found = whole.symbols.filter(({ name }) => names.has(name));
  expect(found.length).toBeGreaterThanOrEqual(whole.symbols.length / 2);
});
