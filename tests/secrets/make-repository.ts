import { execFileSync } from 'node:child_process';
import { join } from 'node:path';

/** A repository with one commit, in a folder. */
export function makeRepository(folder: string): string {
  const path = join(folder, 'kettle');
  const git = (...words: string[]) =>
    execFileSync('git', ['-c', 'user.name=ada', '-c', 'user.email=ada@example.org', ...words], {
      cwd: folder,
      stdio: 'ignore',
    });
  git('init', '-q', '-b', 'main', path);
  git('-C', path, 'commit', '-q', '--allow-empty', '-m', 'boil');
  return path;
}
