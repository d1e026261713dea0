import { execFileSync } from 'node:child_process';

const maximumBuffer = 2 ** 31 - 1;
const newline = 0x0a;
const largestBlob = 1_000_000;

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

/** Texts of blobs, handed over one by one; those the repository lacks, larger than 1 MB or binary are passed over. */
export function readBlobs(
  gitDirectory: string,
  ids: readonly string[],
  take: (id: string, text: string) => void,
): void {
  if (ids.length === 0) return;
  const output = gitBytes(gitDirectory, ['cat-file', '--batch'], `${ids.join('\n')}\n`);
  let at = 0;
  for (const id of ids) {
    const end = output.indexOf(newline, at);
    const [, kind, size = '0'] = output.toString('latin1', at, end).split(' ');
    at = end + 1;
    if (kind !== 'blob') continue;
    const bytes = output.subarray(at, at + Number(size));
    at += Number(size) + 1;
    if (bytes.length <= largestBlob && !bytes.includes(0)) take(id, bytes.toString('utf8'));
  }
}
