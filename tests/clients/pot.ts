import { expect } from 'vitest';
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
};

export const fixes = {
  python: 'Install yarlx from vendor/ first',
  node: 'nope.js needs yep.js: run npm run build',
  rule: 'Never edit CHANGES.md by hand: it is generated',
} as const;

/** Lines that teach them. */
const lessons: Readonly<Record<keyof typeof fixes, string>> = {
  python: `python3 boom.py 2>&1 | afterwit remember '${fixes.python}' --command 'python3 boom.py' --failure -`,
  node: `node nope.js 2>&1 | afterwit remember '${fixes.node}' --command 'node nope.js' --failure -`,
  rule: `afterwit remember '${fixes.rule}' --type constraint --file CHANGES.md`,
};

/** Connects both clients, and has a person at a terminal teach what is known. */
export async function openPot(
  known: readonly (keyof typeof fixes)[] = ['python', 'node', 'rule'],
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
