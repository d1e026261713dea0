import { execFileSync } from 'node:child_process';

const maximumBuffer = 2 ** 31 - 1;

/** Output of the machine's plain git: datasets are made from repositories of our own choice. */
export function runGit(gitDirectory: string, words: readonly string[]): string {
  return gitBytes(gitDirectory, words).toString('utf8');
}

export function gitBytes(gitDirectory: string, words: readonly string[], input = ''): Buffer {
  return execFileSync('git', ['--git-dir', gitDirectory, '-c', 'core.quotepath=off', ...words], {
    input,
    maxBuffer: maximumBuffer,
    stdio: ['pipe', 'pipe', 'ignore'],
  });
}
