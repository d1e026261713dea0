import { existsSync } from 'node:fs';
import { join } from 'node:path';

/** True when a git directory lies at this path: something is there that has a `HEAD`. */
export function holdsGitDirectory(path: string): boolean {
  return existsSync(join(path, 'HEAD'));
}
