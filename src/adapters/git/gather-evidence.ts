import { lstatSync, realpathSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { isCommitId, type RepositoryEvidence, type RepositoryLocation } from '../../model/repository.ts';
import type { Git } from './git.ts';
import { normalizeRemote } from './normalize-remote.ts';
import { requireRegularFile } from './require-regular-files.ts';

/** Where the clone lies, in which directory, its remotes and, when its whole history is there, its root commits. */
export async function gatherEvidence(
  git: Git,
  location: RepositoryLocation,
): Promise<readonly RepositoryEvidence[]> {
  return [
    { kind: 'path', value: location.identityDirectory },
    ...directory(location),
    ...(await remotes(git, location)),
    ...(await roots(git, location)),
  ];
}

/**
 * What no copy has: the inode of the git directory, which a rename keeps, and the time of its birth, since inodes are given
 * again. Nothing where `.git` is a file, which a move of the repository does not keep, or the file system notes no birth.
 */
function directory({ identityDirectory }: RepositoryLocation): readonly RepositoryEvidence[] {
  const stats = lstatSync(identityDirectory, { bigint: true, throwIfNoEntry: false });
  if (stats === undefined || !stats.isDirectory() || stats.ino === 0n || stats.birthtimeNs <= 0n) return [];
  return [{ kind: 'directory', value: `${stats.dev}:${stats.ino}:${stats.birthtimeNs}` }];
}

async function remotes(git: Git, location: RepositoryLocation): Promise<readonly RepositoryEvidence[]> {
  const file = join(location.commonDirectory, 'config');
  if (!requireRegularFile(file)) return [];
  const { text } = await git.run({
    arguments: [
      'config',
      '--file',
      file,
      '--no-includes',
      '-z',
      '--get-regexp',
      String.raw`^remote\..*\.url$`,
    ],
  });
  const values = new Set<string>();
  for (const entry of text.toString('utf8').split('\0')) {
    const lineBreak = entry.indexOf('\n');
    const value = lineBreak === -1 ? undefined : remoteValue(entry.slice(lineBreak + 1), location);
    if (value !== undefined) values.add(value);
  }
  return [...values].sort().map((value) => ({ kind: 'remote', value }));
}

/** A remote on this machine is known by its real path; one that is not there tells nothing. */
function remoteValue(url: string, location: RepositoryLocation): string | undefined {
  const remote = normalizeRemote(url);
  if (remote?.kind !== 'local') return remote?.value;
  try {
    return `file:${realpathSync.native(resolve(location.worktree ?? location.commonDirectory, remote.path))}`;
  } catch {
    return undefined;
  }
}

async function roots(git: Git, location: RepositoryLocation): Promise<readonly RepositoryEvidence[]> {
  if (location.head === undefined || location.shallow) return [];
  const stream = git.stream({ arguments: ['rev-list', '--max-parents=0', location.head] });
  const chunks: Buffer[] = [];
  for await (const chunk of stream) chunks.push(chunk);
  // A history with a hole in it has no roots to be known by.
  if ((await stream.exit()).code !== 0) return [];
  const ids = Buffer.concat(chunks).toString('latin1').split('\n').filter(isCommitId);
  return ids.sort().map((value) => ({ kind: 'root', value }));
}
