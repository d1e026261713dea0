import { execFileSync } from 'node:child_process';

/** Commits that are checked out one after the other: what is remembered is learned at many, as in life. */
const mostStages = 40;
const namedFiles = 400;

/** A clone of our own, as an agent works in: it borrows the objects, so that the repository itself is only read. */
export interface PreparedClone {
  readonly path: string;
  /** Files of code that are there all the time, evenly spread over all. */
  readonly files: readonly string[];
  /** The last commits along first parents, up to HEAD. */
  readonly stages: readonly string[];
  checkOut(commit: string): void;
  /** Files that git says were added or changed since. */
  changes(): string;
}

/** Clones, and checks out the first of the stages. */
export function prepareClone(repository: string, path: string): PreparedClone {
  execFileSync('git', ['clone', '--quiet', '--shared', '--no-checkout', '--', repository, path]);
  const git = (...words: string[]) =>
    execFileSync('git', ['-C', path, ...words], { encoding: 'utf8', maxBuffer: 2 ** 28 }).trim();
  const checkOut = (commit: string) => void git('checkout', '--quiet', '--detach', commit);
  const stages = git('rev-list', '--first-parent', `--max-count=${mostStages}`, 'HEAD').split('\n').reverse();
  checkOut(stages[0] ?? 'HEAD');
  const atTip = new Set(git('ls-tree', '-rz', '--name-only', stages.at(-1) ?? 'HEAD').split('\0'));
  const code = git('ls-files', '-z')
    .split('\0')
    .filter((name) => atTip.has(name) && /\.(?:[cm]?[jt]sx?|py|go|rs|java|rb|php|c|h|cpp|cs)$/.test(name));
  const step = Math.max(1, code.length / namedFiles);
  const count = Math.min(namedFiles, code.length);
  return {
    path,
    files: Array.from({ length: count }, (_, at) => code[Math.floor(at * step)] ?? ''),
    stages,
    checkOut,
    changes: () => git('status', '--porcelain', '--ignored'),
  };
}
