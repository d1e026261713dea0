import { expect, test } from 'vitest';
import { mentions } from '../../architecture.mjs';
import { findForbiddenMentions } from '../../scripts/architecture/find-mentions.ts';
import { plantTree } from './plant-tree.ts';

/** Ways to the same without an import, and the rules they break: in a stage, where only computing is allowed. */
const ways: readonly (readonly [text: string, ...rules: readonly string[]])[] = [
  ["process.getBuiltinModule('node:https')", 'nothing-reaches-the-network'],
  ["globalThis.process.getBuiltinModule('net')", 'nothing-reaches-the-network'],
  ["process.getBuiltinModule('node:sqlite')", 'sqlite-stays-in-its-adapter'],
  ['process.getBuiltinModule(`node:child_process`)', 'processes-start-in-their-adapters'],
  ["process.getBuiltinModule('node:fs')", 'core-only-computes'],
  ["process.getBuiltinModule('node:module')", 'core-only-computes'],
  ["process['getBuiltinModule']('node:https')", 'modules-are-asked-for-in-place'],
  ["process?.['getBuiltinModule']?.('node:https')", 'modules-are-asked-for-in-place'],
  ["process.getBuiltinModule('node:' + name)", 'modules-are-asked-for-in-place'],
  ["process.getBuiltinModule.call(process, 'node:https')", 'modules-are-asked-for-in-place'],
  ["(({ getBuiltinModule: load }) => load('node:https'))(process)", 'modules-are-asked-for-in-place'],
  ["(({ 'getBuiltinModule': load }) => load('node:https'))(process)", 'modules-are-asked-for-in-place'],
  ["Reflect.get(process, 'getBuiltinModule')", 'modules-are-asked-for-in-place'],
  ['process[name]', 'modules-are-asked-for-in-place'],
  ['globalThis.process[name]', 'modules-are-asked-for-in-place'],
  ['import(name)', 'modules-are-asked-for-in-place'],
  ['globalThis[name]', 'modules-are-asked-for-in-place'],
  ['(({ [name]: own }) => own)(globalThis)', 'modules-are-asked-for-in-place'],
  ['global.globalThis', 'modules-are-asked-for-in-place'],
  ['[{ ...globalThis }]', 'modules-are-asked-for-in-place'],
  ['fetch', 'models-are-asked-in-their-adapter'],
  ["globalThis.fetch('https://example.org')", 'models-are-asked-in-their-adapter'],
  ["globalThis['fetch']", 'models-are-asked-in-their-adapter'],
  ['globalThis[`fetch`]', 'models-are-asked-in-their-adapter'],
  ["(({ fetch: own }) => own('x'))(target)", 'models-are-asked-in-their-adapter'],
  ["(({ ['fetch']: own }) => own('x'))(target)", 'models-are-asked-in-their-adapter'],
  ["new WebSocket('ws://example.org')", 'no-global-reaches-the-network'],
  ["new globalThis.EventSource('https://example.org')", 'no-global-reaches-the-network'],
  ['class extends XMLHttpRequest {}', 'no-global-reaches-the-network'],
  ["navigator.sendBeacon('https://example.org')", 'no-global-reaches-the-network'],
];

/** Ways that reach nothing they may not. */
const harmless: readonly string[] = [
  "process.getBuiltinModule('node:crypto').createHash('sha1')",
  "['fetch', 'WebSocket'].includes(name)",
  "'git fetch failed' // fetch",
  'process.env[name]',
  "globalThis.console.log(process['pid'])",
  '/fetch/.test(name)',
];

/** Plants source files and says which rules each breaks. */
async function rulesBrokenBy(
  files: Readonly<Record<string, string>>,
): Promise<readonly (readonly string[])[]> {
  await using tree = await plantTree(files);
  const { violations, readCount } = findForbiddenMentions(tree.root, Object.keys(files));
  expect(readCount).toBe(Object.keys(files).length);
  const brokenBy = (file: string) =>
    violations.filter(({ from }) => from === file).map(({ rule }) => rule.name);
  return Object.keys(files).map((file) => [...new Set(brokenBy(file))]);
}

const source = (text: string) => `export const name = 'x';\nexport const got = [${text}\n];`;

test('a file reached without an import is held to the rules of imports, in every spelling', async () => {
  const planted = [...ways, ...harmless.map((text) => [text])];
  const files = planted.map(([text = ''], at) => [`src/history/way-${at}.ts`, source(text)]);
  const broken = await rulesBrokenBy(Object.fromEntries(files));
  expect(planted.map(([text], at) => [text, ...(broken[at] ?? [])])).toEqual(planted);
});

test('every name of a rule is seen', async () => {
  const all = mentions.flatMap(({ name: rule, names }) => names.map((name) => ({ rule, name })));
  const files = all.map(({ name }, at) => [`src/open/name-${at}.ts`, source(`globalThis.own.${name}`)]);
  expect(await rulesBrokenBy(Object.fromEntries(files))).toEqual(all.map(({ rule }) => [rule]));
});

test('each adapter may ask in place for the modules that are its own, and no other', async () => {
  const text = "process.getBuiltinModule('node:sqlite');";
  expect(
    await rulesBrokenBy({ 'src/adapters/sqlite/planted.ts': text, 'src/adapters/git/planted.ts': text }),
  ).toEqual([[], ['sqlite-stays-in-its-adapter']]);
});

test('a file in which nothing can be read is counted as unread', async () => {
  await using tree = await plantTree({ 'src/open/blank.ts': '// fetch', 'src/open/some.ts': 'export {};' });
  const { readCount } = findForbiddenMentions(tree.root, ['src/open/blank.ts', 'src/open/some.ts']);
  expect(readCount).toBe(1);
});
