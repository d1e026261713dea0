import { expect } from 'vitest';
import type { SentPart } from './played.ts';
import { openScene, type Scene } from './scene.ts';
import type { Terminal } from './terminal.ts';

/** A scene with a repository that afterwit is connected to and that a person taught. */
export interface Pot extends AsyncDisposable {
  readonly scene: Scene;
  readonly repository: string;
  readonly terminal: Terminal;
}

const files = {
  'package.json': JSON.stringify({
    ...{ name: 'pot', version: '1.0.0', type: 'module' },
    scripts: { build: 'mkdir -p dist && cp src/*.js dist/', test: 'node --test' },
  }),
  '.gitignore': 'dist\n',
  'src/boil.js': 'export const boils = (value) => Number(value) === 100;\n',
  'test/boil.test.js':
    "import test from 'node:test';\nimport { boils } from '../dist/boil.js';\ntest('boils', () => { boils('100'); });\n",
  'CHANGES.md': '# Changes\n\n- first\n',
  'boom.py': 'import yarlx\n',
  'bang.py': 'import barlx\n',
  'nope.js': "import './yep.js';\n",
  'chain.py': [
    'def load():',
    '    try:',
    '        return {}["kettle"]',
    '    except KeyError as error:',
    '        raise RuntimeError("no kettle in settings.toml") from error',
    'load()',
    '',
  ].join('\n'),
  // Only the exit status says that it failed.
  'status.sh': 'echo the pot is not clean\nexit 3\n',
};

export const fixes = {
  python: 'Install yarlx from vendor/ first',
  node: 'nope.js needs yep.js: run npm run build',
  chained: 'Copy settings.example.toml to settings.toml',
  status: 'Run the pot through clean.sh first',
  rule: 'Never edit CHANGES.md by hand: it is generated',
} as const;

export type Fix = keyof typeof fixes;

/** Lines that teach them. */
const lessons: Readonly<Record<Fix, string>> = {
  python: `python3 boom.py 2>&1 | afterwit remember '${fixes.python}' --command 'python3 boom.py' --failure -`,
  node: `node nope.js 2>&1 | afterwit remember '${fixes.node}' --command 'node nope.js' --failure -`,
  chained: `python3 chain.py 2>&1 | afterwit remember '${fixes.chained}' --command 'python3 chain.py' --failure -`,
  status: `sh status.sh 2>&1 | afterwit remember '${fixes.status}' --command 'sh status.sh' --exit-code 3 --failure -`,
  rule: `afterwit remember '${fixes.rule}' --type constraint --file CHANGES.md`,
};

/** Connects both clients, and has a person at a terminal teach what is known. */
export async function openPot(
  known: readonly Fix[] = ['python', 'node', 'rule'],
  more: Readonly<Record<string, string>> = {},
): Promise<Pot> {
  const scene = await openScene();
  const repository = scene.makeRepository('pot', { ...files, ...more });
  for (const agent of ['claude-code', 'codex']) connect(scene, repository, agent);
  scene.run(repository, 'afterwit', 'index');
  const terminal = await scene.terminal(repository);
  for (const name of known) {
    const { screen, status } = await terminal.type(lessons[name]);
    expect(status, screen).toBe(0);
  }
  return { scene, repository, terminal, [Symbol.asyncDispose]: () => scene[Symbol.asyncDispose]() };
}

function connect(scene: Scene, repository: string, agent: string): void {
  const { status, output } = scene.run(repository, 'afterwit', 'setup', '--agent', agent);
  expect(status, output).toBe(0);
}

/** Cards without those that only tell what every session here is told. */
export const beside = (cards: readonly SentPart[], ...known: readonly Fix[]): readonly string[] =>
  cards.map(({ text }) => text).filter((text) => !known.some((name) => text.includes(fixes[name])));
