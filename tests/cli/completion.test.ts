import { execFileSync } from 'node:child_process';
import { expect, it } from 'vitest';
import { renderCompletion } from '../../src/cli/command-line/render-completion.ts';
import { runFakeCli } from './run-fake-cli.ts';

/** Completions of bash for these words, of which the last is being written. */
function offered(...words: readonly string[]): readonly string[] {
  const typed = ['afterwit', ...words].map((word) => `'${word}'`).join(' ');
  const program = `${renderCompletion('bash')}\nCOMP_WORDS=(${typed}); COMP_CWORD=${words.length}; _afterwit; printf '%s\\n' "\${COMPREPLY[@]}"`;
  return execFileSync('bash', ['--norc', '-c', program], { encoding: 'utf8' }).split('\n').filter(Boolean);
}

it.skipIf(process.platform === 'win32').each([
  [['reca'], ['recall']],
  [['f'], ['for-file', 'feedback', 'forget', 'failures']],
  [
    ['repo', 's'],
    ['show', 'split'],
  ],
  [['review', 'each', '--js'], ['--json']],
  [['review', 'ea'], ['each']],
  [['config', 'exp'], ['explain']],
  [
    ['setup', '--agent', 'co'],
    ['codex', 'copilot-cli'],
  ],
  [['setup', '--dry'], ['--dry-run']],
  [['feedback', '1a2b', 'verif'], ['verified']],
  [['completion', ''], expect.arrayContaining(['bash', 'zsh', 'fish'])],
  [['search-commits', 'text', '--top'], ['--top-k']],
  [['nonsense', ''], []],
])('bash completes %j', (words, expected) => {
  expect(offered(...words)).toEqual(expected);
});

it('prints the program as it is', async () => {
  expect((await runFakeCli(['completion', 'bash'])).stdout).toBe(renderCompletion('bash'));
  expect((await runFakeCli(['completion', 'tcsh'])).status).toBe(2);
});
