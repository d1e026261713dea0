import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parseBench } from './parse-bench.ts';

const suites = {
  history: { description: 'index and search', options: ['repo', 'limit'], requires: ['repo'] },
  'locate-history': { description: 'past fixes', options: ['repos', 'questions', 'seed', 'dataset'] },
} as const;

describe('parseBench', () => {
  it('reads the options of a suite, those of all suites, and defaults', () => {
    const words = 'locate-history --dataset a --dataset b --seed 7 --out figures.json'.split(' ');
    expect(parseBench(words, suites)).toEqual({
      kind: 'run',
      suite: 'locate-history',
      values: { dataset: ['a', 'b'], seed: '7', questions: '60', out: 'figures.json' },
    });
  });

  it.each([['--help'], ['nothing', '--help']])('lists the suites: %s %s', (...words) => {
    const command = parseBench(words.filter(Boolean), suites);
    expect(command).toMatchObject({ kind: 'usage', status: 0 });
    expect(command).toHaveProperty(
      'text',
      expect.stringMatching(/history +index and search\n +locate-history/),
    );
  });

  it('describes one suite with its own options only', () => {
    const { text = '' } = parseBench(['history', '--help'], suites) as { readonly text?: string };
    expect(text).toContain('Usage: npm run bench -- history --repo PATH [--limit N] [--home DIR]');
    expect(text).not.toContain('--seed');
  });

  it.each([
    [[], /^Name a suite\./],
    [['nowhere'], /^There is no suite "nowhere"\./],
    [['toString'], /^There is no suite "toString"\./],
    [['--repo', 'x'], /^There is no suite "--repo"\./],
    [['history'], /^This suite needs --repo PATH\./],
    [['history', '--repo', 'x', '--seed', '1'], /^Unknown option '--seed'/],
    [['history', '--repo', 'x', '--limit', 'few'], /^--limit takes a whole number, not "few"\./],
    [['history', '--repo', 'x', '--out', import.meta.dirname], /^--out takes a file, and .* is a folder\./],
    [['history', '--repo', 'x', '--out', 'no/such/x.json'], /^--out takes a file, and the folder of /],
    [['history', '--repo'], /--repo/],
    [['history', 'again', '--repo', 'x'], /again/],
  ])('refuses %j, saying why and what may be written', (words, reason) => {
    const command = parseBench(words, suites);
    expect(command).toMatchObject({ kind: 'usage', status: 2, text: expect.stringMatching(reason) });
    expect(command).toHaveProperty('text', expect.stringContaining('Usage: npm run bench -- '));
  });
});

/** Benchmarks run on the pinned Node.js, whose syntax (`await using`) the lowest one does not know. */
const onPinnedNode = it.skipIf(Number(process.versions.node.split('.')[0]) < 24);

onPinnedNode('the command prints its usage and no stack trace', async () => {
  const run = (...words: readonly string[]) =>
    new Promise((resolve) =>
      execFile(process.execPath, [join(import.meta.dirname, 'main.ts'), ...words], (error, stdout, stderr) =>
        resolve({ status: error?.code ?? 0, stdout, stderr }),
      ),
    );
  expect(await run('doors', '--seed', '3')).toEqual({
    status: 2,
    stdout: '',
    stderr: expect.stringMatching(
      /^Unknown option '--seed'[^\n]*\n\nUsage: npm run bench -- doors (?!.*\n\s+at )/,
    ),
  });
});
