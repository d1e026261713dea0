import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { makeExampleProject } from '../../scripts/demo/example-project.ts';
import { playWalkthrough, type Walkthrough } from '../../scripts/walkthrough/play-walkthrough.ts';
import type { Scene } from '../../scripts/walkthrough/scene.ts';
import { renderWalkthroughPage } from '../../scripts/walkthrough/walkthrough-page.ts';
import { builtFile, top } from '../doors/built-file.ts';
import { isFull } from '../effort.ts';

const mistaken = '  const keys = [current];\n  keys.push(...older);\n';
const mended = '  const keys = [];\n  keys.push(...older);\n  keys.push(current);\n';
const source = (body: string) =>
  `export function signingKey(current, older) {\n${body}  return keys.at(-1);\n}\n`;

/** The mistake of Flask in small: it needs git and Node.js only. */
const smallScene: Scene = {
  name: 'seal',
  begin: 'git checkout -q -b keys',
  issueTitle: 'signingKey takes an older key',
  test: 'node --test',
  telling: /actual|expected|AssertionError/,
  path: 'src/signing-key.js',
  mistaken,
  mended,
  misplaced: '  const keys = [];\n  keys.push(current);\n  keys.push(...older);\n',
  reason: 'The last key signs, so the current one has to come last.',
};

const files = {
  'package.json': '{ "name": "seal", "type": "module" }\n',
  'src/signing-key.js': source(mistaken),
  'test/signing-key.test.js': `import assert from 'node:assert/strict';
import test from 'node:test';
import { signingKey } from '../src/signing-key.js';

test('signs with the current key', () => assert.equal(signingKey('new', ['old']), 'new'));
`,
};

// By itself, the recording beside it and the tests of sessions stand in for it.
describe.skipIf(process.platform === 'win32' || !isFull)('the walkthrough (of a POSIX shell)', () => {
  const repository = mkdtempSync(join(tmpdir(), 'walkthrough-test-'));
  let walkthrough: Walkthrough;

  beforeAll(() => {
    builtFile('hooks/claude-code.js');
    makeExampleProject(repository, process.env, files);
    // A hook may work a quarter of a second, and on a slow machine each would be late.
    const unhurried = join(import.meta.dirname, 'unhurried.cjs');
    walkthrough = playWalkthrough({
      top,
      repository,
      scene: smallScene,
      show: () => undefined,
      variables: { NODE_OPTIONS: `--require=${JSON.stringify(unhurried)}` },
    });
  });

  afterAll(() => rmSync(repository, { recursive: true, force: true }));

  const shown = (step: keyof Walkthrough['steps']) => walkthrough.steps[step].join('\n');

  test('reads the repository and finds the file of the issue', () => {
    expect(shown('index')).toMatch(/ history +1 commit /);
    expect(shown('locate')).toMatch(/^ ?1 .*src\/signing-key\.js/m);
  });

  test('mends the failure in a session, and learns it from there', () => {
    expect(shown('session')).toMatch(
      /\(exit status 1\)[\s\S]*\+ {2}keys\.push\(current\);[\s\S]*\$ git commit/,
    );
    expect(shown('mine')).toMatch(/^1 lesson learned from 1 transcript of Claude Code\.$/m);
    expect(shown('mine')).toMatch(/last\s+key\s+signs/);
  });

  test('shows the change where the failure comes again, without a word of prose', () => {
    expect(shown('again')).toMatch(
      /<afterwit-memory[\s\S]*\+ keys\.push\(current\);[\s\S]*<\/afterwit-memory/,
    );
    expect(shown('again')).not.toMatch(/last\s+key\s+signs/);
    expect(shown('why')).toMatch(/Verdict: show the best resolution/);
  });

  test('decides otherwise once it was turned down', () => {
    expect(shown('outcome')).toContain('rejected: it was turned down');
    expect(shown('changed')).toMatch(/claude-code\.js" .*\nexit status 0$/m);
    expect(shown('changed')).toMatch(/Verdict: show nothing[\s\S]*not admitted: it was turned down before/);
    const [first, second] = (['why', 'changed'] as const).map(
      (step) => /Decision (\S+)/.exec(shown(step))?.[1],
    );
    expect(second).not.toBe(first);
  });

  test('is on its page with the same steps', () => {
    const page = readFileSync(join(top, 'docs/guides/walkthrough.md'), 'utf8');
    const outlineOf = (text: string) =>
      text
        .split('\n')
        .flatMap((line) => /^(?:## .*|\$ (?:afterwit(?: [a-z-]+)?|git \w+|node "))/.exec(line)?.[0] ?? []);
    expect(outlineOf(page)).toEqual(outlineOf(renderWalkthroughPage(walkthrough)));
    expect(page).not.toMatch(/\/tmp\/|\/work\/|\/dev\/shm\//);
  });

  test('leaves nothing behind', () => {
    expect(existsSync(walkthrough.userHome)).toBe(false);
  });
});
