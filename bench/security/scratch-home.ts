import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Speaker } from '../../src/index.ts';

export const ada: Speaker = { kind: 'user', name: 'ada', source: 'library' };

/** A repository with one commit, so that it has a history that memories can belong to. */
export function makeRepository(folder: string, name = 'repository', message = 'Boil'): string {
  const path = join(folder, name);
  mkdirSync(path, { recursive: true });
  writeFileSync(join(path, 'kettle.js'), 'export const boil = 100;\n');
  const identity = ['-c', 'user.name=Ada', '-c', 'user.email=ada@example.org', '-c', 'commit.gpgSign=false'];
  const git = (...words: readonly string[]) =>
    execFileSync('git', ['-C', path, ...identity, ...words], { stdio: 'ignore' });
  git('init', '--quiet');
  git('add', '.');
  git('commit', '--quiet', '--message', message);
  return path;
}
