import { execFileSync } from 'node:child_process';

/** A rename of a file, in the history of the repository. */
interface Rename {
  readonly atMs: number;
  readonly before: string;
  readonly after: string;
}

/** The path at a later time of a file at an earlier one. */
export type FollowPath = (path: string, fromMs: number, untilMs: number) => string;

/** Where nothing is known of renames. */
export const unfollowed: FollowPath = (path) => path;

/**
 * Renames by git, not by the judged library, in the order of commit times: the common part of a past fix and a later one is judged by
 * the later paths of its files.
 */
export function followPaths(git: string): FollowPath {
  const log = execFileSync(
    'git',
    ['-C', git, 'log', '-z', '--format=%x01%ct', '--diff-filter=R', '-M', '--name-status', 'HEAD'],
    { encoding: 'utf8', maxBuffer: 256 << 20 },
  );
  const renames = readRenames(log).toSorted((a, b) => a.atMs - b.atMs);
  return (path, fromMs, untilMs) => {
    let now = path;
    for (const { atMs, before, after } of renames) {
      if (atMs >= untilMs) break;
      if (atMs > fromMs && before === now) now = after;
    }
    return now;
  };
}

function readRenames(log: string): readonly Rename[] {
  return log
    .split('\u0001')
    .slice(1)
    .flatMap((commit) => {
      const [seconds = '', ...words] = commit.split(/[\0\n]+/).filter(Boolean);
      const atMs = Number(seconds) * 1_000;
      const found: Rename[] = [];
      // Three words each: how alike they are, the path before, the path after.
      for (let at = 0; at + 2 < words.length; at += 3)
        found.push({ atMs, before: words[at + 1] ?? '', after: words[at + 2] ?? '' });
      return found;
    });
}
