import { expect, test } from 'vitest';
import { rules } from '../../.dependency-cruiser.mjs';
import { rooms } from '../../architecture.mjs';
import { isFull } from '../effort.ts';
import { plantTree, rulesBrokenIn, runCheck } from './plant-tree.ts';

/** One file for each rule that breaks this rule and no other. */
const planted: Readonly<Record<string, { readonly file: string; readonly text: string }>> = {
  'model-imports-nothing': {
    file: 'src/model/planted.ts',
    text: "import type {} from '../ports/target.ts';",
  },
  'foundation-imports-inward': { file: 'src/text/planted.ts', text: "import '../ports/target.ts';" },
  'ports-imports-inward': { file: 'src/ports/planted.ts', text: "import '../text/target.ts';" },
  'stage-imports-inward': { file: 'src/history/planted.ts', text: "import '../adapters/git/target.ts';" },
  'adapter-imports-inward': {
    file: 'src/adapters/git/planted.ts',
    text: "import '../../numeric/target.ts';",
  },
  'config-imports-inward': { file: 'src/config/planted.ts', text: "import '../history/target.ts';" },
  'engine-imports-inward': { file: 'src/engine/planted.ts', text: "import '../adapters/sqlite/target.ts';" },
  'api-imports-inward': { file: 'src/api/planted.ts', text: "import '../config/target.ts';" },
  'open-imports-inward': { file: 'src/open/planted.ts', text: "import '../cli/target.ts';" },
  'door-imports-inward': { file: 'src/cli/planted.ts', text: "import '../adapters/system/target.ts';" },
  'foundation-leaves-its-neighbours-alone': {
    file: 'src/text/planted-neighbour.ts',
    text: "import '../numeric/target.ts';",
  },
  'stage-leaves-its-neighbours-alone': {
    file: 'src/locate/planted.ts',
    text: "export * from '../history/target.ts';",
  },
  'adapter-leaves-its-neighbours-alone': {
    file: 'src/adapters/sqlite/planted.ts',
    text: "import '../system/target.ts';",
  },
  'door-leaves-its-neighbours-alone': { file: 'src/mcp/planted.ts', text: "import '../cli/target.ts';" },
  'sqlite-stays-in-its-adapter': { file: 'src/engine/planted-sqlite.ts', text: "import 'node:sqlite';" },
  'processes-start-in-their-adapters': {
    file: 'src/open/planted-process.ts',
    text: "import 'node:child_process';",
  },
  'threads-start-in-the-syntax-adapter': {
    file: 'src/adapters/git/planted-thread.ts',
    text: "import 'node:worker_threads';",
  },
  'one-door-listens': { file: 'src/mcp/planted-listening.ts', text: "import 'node:http';" },
  'nothing-reaches-the-network': {
    file: 'src/adapters/git/planted-network.ts',
    text: "await import('node:https');",
  },
  'pino-stays-in-its-place': { file: 'src/open/planted-pino.ts', text: "import 'pino';" },
  'web-tree-sitter-stays-in-its-place': {
    file: 'src/open/planted-tree-sitter.ts',
    text: "import 'web-tree-sitter';",
  },
  'commander-stays-in-its-place': { file: 'src/mcp/planted-commander.ts', text: "import 'commander';" },
  'modelcontextprotocol-server-stays-in-its-place': {
    file: 'src/open/planted-protocol.ts',
    text: "import '@modelcontextprotocol/server';",
  },
  'hono-stays-in-its-place': { file: 'src/open/planted-hono.ts', text: "import 'hono';" },
  'hono-node-server-stays-in-its-place': {
    file: 'src/mcp/planted-listener.ts',
    text: "import '@hono/node-server';",
  },
  'gpt-tokenizer-stays-in-its-place': {
    file: 'src/hooks/planted-tokenizer.ts',
    text: "await import('gpt-tokenizer');",
  },
  'toml-eslint-parser-stays-in-its-place': {
    file: 'src/engine/planted-toml.ts',
    text: "import 'toml-eslint-parser';",
  },
  'pg-stays-in-its-place': { file: 'src/open/planted-postgres.ts', text: "import 'pg';" },
  'engine-takes-settings-as-types': {
    file: 'src/engine/planted-settings.ts',
    text: "import { defaults } from '../config/settings.ts'; export const copy = defaults;",
  },
  'hooks-load-no-operations': { file: 'src/hooks/planted.ts', text: "import '../api/target.ts';" },
  'entry-exports-the-memory-only': { file: 'src/index.ts', text: "export * from './engine/target.ts';" },
  'entry-is-for-users': { file: 'src/cli/planted-entry.ts', text: "import '../index.ts';" },
  'command-opens-a-door': { file: 'src/bin.ts', text: "import './engine/target.ts';" },
  'bench-measures-what-users-get': {
    file: 'bench/planted.ts',
    text: "import '../src/adapters/sqlite/target.ts';",
  },
  'source-ignores-the-workshop': {
    file: 'src/cli/planted-script.ts',
    text: "import '../../scripts/target.ts';",
  },
  'tests-are-not-imported': { file: 'src/text/planted-test.ts', text: "import './target.test.ts';" },
  'core-only-computes': {
    file: 'src/history/planted-files.ts',
    text: "import { readFile } from 'node:fs/promises';",
  },
  'packages-are-chosen-on-purpose': { file: 'src/open/planted-package.ts', text: "import 'left-pad';" },
  'imports-are-found': { file: 'src/open/planted-nowhere.ts', text: "import '../model/nowhere.ts';" },
  'no-circle': { file: 'src/open/planted-circle.ts', text: "import type {} from './round-again.ts';" },
  'no-circle-between-folders': {
    file: 'src/engine/planted-here/planted.ts',
    text: "import '../planted-there/target.ts';",
  },
  'modules-are-asked-for-in-place': {
    file: 'src/open/planted-borrowed.ts',
    text: "import './target.ts'; export const { getBuiltinModule } = process;",
  },
  'models-are-asked-in-their-adapter': {
    file: 'src/adapters/git/planted-fetch.ts',
    text: "import './target.ts'; export const page = await fetch('https://example.org');",
  },
  'no-global-reaches-the-network': {
    file: 'src/adapters/models/planted-socket.ts',
    text: "import './target.ts'; export const socket = new WebSocket('wss://example.org');",
  },
  'bm25-has-one-home': {
    file: 'src/history/planted-bm25.ts',
    text: "import './target.ts'; export const of = (f: number, k1: number) => (f * (k1 + 1)) / (f + k1);",
  },
  'likeness-has-one-home': {
    file: 'src/lessons/planted-likeness.ts',
    text: "import './target.ts'; export const of = (a: Set<string>, b: Set<string>, s: number) => s / (a.size + b.size - s);",
  },
  'sigmoid-has-one-home': {
    file: 'src/gate/planted-sigmoid.ts',
    text: "import './target.ts'; export const of = (x: number) => 1 / (1 + Math.exp(-x));",
  },
  'word-lists-have-one-home': {
    file: 'src/capture/planted-words.ts',
    text: "import './target.ts'; export const words = 'a an the and or but nor'.split(' ');",
  },
  'one-line-has-one-home': {
    file: 'src/packing/planted-line.ts',
    text: "import './target.ts'; export function oneLine(text: string) { return text.trim(); }",
  },
  'no-orphan': { file: 'src/model/planted-orphan.ts', text: 'export const alone = 1;' },
};

/** Imports that the design allows beyond the table of folders; none may break a rule. */
const permitted: Readonly<Record<string, string>> = {
  'src/config/settings.ts':
    "import { options } from '../history/options.ts'; export const defaults = options;",
  'src/engine/permitted.ts': "import type { defaults } from '../config/settings.ts'; import 'node:crypto';",
  'src/adapters/sqlite/permitted.ts': "import 'node:sqlite'; import 'node:fs';",
  'src/adapters/git/permitted.ts': "import 'node:child_process';",
  'src/adapters/models/permitted.ts':
    "import 'node:child_process'; export const page = await fetch('https://example.org');",
  'src/adapters/git/permitted.test.ts':
    "import 'vitest'; import '../../../tests/git/target.ts'; import 'node:net';",
  'src/adapters/syntax/permitted.ts': "import 'node:worker_threads'; await import('web-tree-sitter');",
  'src/adapters/system/permitted.ts': "await import('pino');",
  'src/adapters/postgres/permitted.ts': "import 'pg';",
  'src/mcp/permitted.ts': "import '@modelcontextprotocol/server';",
  'src/http/permitted.ts': "import 'node:http'; import 'hono'; import '@hono/node-server';",
  'src/cli/permitted.ts': "import 'commander'; import '../config/settings.ts';",
  'bench/permitted.ts':
    "import '../src/index.ts'; import '../src/history/target.ts'; import '../src/numeric/target.ts';",
};

/** The design's table of folders, written out once more so that a slip in the map shows. */
const design: Readonly<Record<string, readonly string[]>> = (() => {
  const foundations = ['text', 'numeric', 'wording', 'redaction'];
  const stages =
    'agents query history codebase locate failures lessons capture retrieval judging asking gate cards packing feedback lifecycle teams';
  const adapters = [
    'git',
    'sqlite',
    'issue-exports',
    'syntax',
    'system',
    'transcripts',
    'models',
    'postgres',
    'tokens',
    'agent-settings',
    'processes',
  ];
  const rows = {
    model: [],
    ports: ['model'],
    config: ['model'],
    engine: ['model', ...foundations, 'ports', ...stages.split(' ')],
    open: ['model', ...foundations, 'ports', ...stages.split(' '), ...adapters, 'config', 'engine'],
    api: ['model', 'ports', 'wording', 'engine', 'open'],
  };
  const every = (names: readonly string[], row: readonly string[]) =>
    Object.fromEntries(names.map((name) => [name, row]));
  return {
    ...rows,
    ...every(foundations, ['model']),
    ...every(stages.split(' '), ['model', ...foundations, 'ports']),
    ...every(adapters, ['model', 'text', 'redaction', 'ports']),
    ...every(['cli', 'mcp', 'http'], ['model', 'redaction', 'wording', 'config', 'engine', 'open', 'api']),
    hooks: ['model', 'redaction', 'wording', 'config', 'engine', 'open'],
  };
})();

/** A file in every room that imports nothing, its test, and the packages the plants name. */
const ground: Readonly<Record<string, string>> = {
  'package.json': '{ "type": "module" }',
  ...Object.fromEntries(rooms.map(({ path }) => [`${path}/target.ts`, 'export const target = 1;'])),
  'src/history/options.ts': 'export const options = {};',
  ...Object.fromEntries(rooms.map(({ path }) => [`${path}/target.test.ts`, "import './target.ts';"])),
  'src/open/round-again.ts': "import './planted-circle.ts';",
  'src/engine/planted-there/target.ts': 'export {};',
  'src/engine/planted-there/planted-back.ts': "import '../planted-here/target.ts';",
  'src/engine/planted-here/target.ts': 'export {};',
  'scripts/target.ts': 'export {};',
  'tests/git/target.ts': 'export {};',
  ...Object.fromEntries(
    [
      'pino',
      'pg',
      'web-tree-sitter',
      'commander',
      'left-pad',
      'vitest',
      '@modelcontextprotocol/server',
      'hono',
      '@hono/node-server',
      'gpt-tokenizer',
      'toml-eslint-parser',
    ].flatMap((name) => [
      [
        `node_modules/${name}/package.json`,
        `{ "name": "${name}", "type": "module", "exports": "./index.js" }`,
      ],
      [`node_modules/${name}/index.js`, 'export {};'],
    ]),
  ),
};

test('every rule has a planted violation', () => {
  expect(Object.keys(planted).toSorted()).toEqual(rules.map(({ name }) => name).toSorted());
});

test('a planted violation is rejected by its rule and no other; what the design permits is not', async () => {
  await using tree = await plantTree({
    ...ground,
    ...permitted,
    ...Object.fromEntries(Object.values(planted).map(({ file, text }) => [file, text])),
  });
  const broken = Object.fromEntries(
    [...(await rulesBrokenIn(tree.root))].map(([file, names]) => [file, [...names]]),
  );
  expect(broken).toEqual(
    Object.fromEntries(Object.entries(planted).map(([name, { file }]) => [file, [name]])),
  );
});

// By itself, the check of this house stands in for it.
test.runIf(isFull)(
  'an import from any room to any other is allowed exactly when the table of the design allows it',
  async () => {
    const edges = rooms.flatMap((from) => rooms.filter((to) => to !== from).map((to) => ({ from, to })));
    const fileOf = ({ from, to }: (typeof edges)[number]) => `${from.path}/sees-${to.name}.ts`;
    const up = (path: string) => '../'.repeat(path.split('/').length);
    await using tree = await plantTree({
      ...ground,
      ...Object.fromEntries(
        edges.map((edge) => [fileOf(edge), `import '${up(edge.from.path)}${edge.to.path}/target.ts';`]),
      ),
    });
    const broken = await rulesBrokenIn(tree.root);
    const rejected = edges
      .filter((edge) => broken.has(fileOf(edge)))
      .map(({ from, to }) => `${from.name} → ${to.name}`);
    const forbidden = edges
      .map(({ from, to }) => ({ from: from.name, to: to.name }))
      .filter(({ from, to }) => !design[from]?.includes(to))
      .map(({ from, to }) => `${from} → ${to}`);
    expect(rejected).toEqual(forbidden);
  },
);

test('a check that saw no module fails', async () => {
  await using tree = await plantTree({ 'src/readme.txt': 'nothing to see' });
  const { status, output } = await runCheck(tree.root);
  expect(status).toBe(1);
  expect(output).toContain('saw 0 modules');
  expect(output).toContain('Names were read in 0 of 0 files');
});

test('a folder off the map, a file in no room, an empty room and an unread file fail, and say what to do', async () => {
  await using tree = await plantTree({
    'src/model/target.ts': 'export {};',
    'src/managers/everything.ts': 'export {};',
    'src/model/blank.ts': '// nothing that could be read',
  });
  const { status, output } = await runCheck(tree.root);
  expect(status).toBe(1);
  expect(output).toContain('src/managers/everything.ts lies in no room');
  expect(output).toContain('src/engine is on the map but nothing lives there');
  expect(output).toContain('Names were read in 2 of 3 files');
});
