import { statSync } from 'node:fs';

/** What tells a directory from another one that lies at its path later; undefined when none is there. */
export function stampDirectory(path: string): string | undefined {
  const stats = statSync(path, { throwIfNoEntry: false, bigint: true });
  return stats === undefined ? undefined : `${stats.dev}:${stats.ino}:${stats.birthtimeNs}`;
}
