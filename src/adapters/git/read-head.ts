import { join } from 'node:path';
import { type CommitId, isCommitId } from '../../model/repository.ts';
import type { GitDirectories } from './locate-git-directory.ts';
import { readRegularFile } from './read-regular-file.ts';

const longestPointer = 65_536;
const longestPackedRefs = 67_108_864;
/** A ref may point at another; git follows five. */
const mostSteps = 5;

/**
 * The commit that is checked out, read from git's files: starting git takes longer than everything else a memory needs of
 * it. Undefined in an empty repository, and where refs are kept in a way this does not read (reftable): then ask git.
 */
export function readHead({
  gitDirectory,
  commonDirectory,
}: Pick<GitDirectories, 'gitDirectory' | 'commonDirectory'>): CommitId | undefined {
  let name = 'HEAD';
  for (let step = 0; step <= mostSteps; step++) {
    const folder = name.startsWith('refs/') && !isOfWorktree(name) ? commonDirectory : gitDirectory;
    const content = readRegularFile(join(folder, name), longestPointer)?.toString('utf8').trimEnd();
    if (content === undefined) return readPackedRef(commonDirectory, name);
    if (isCommitId(content)) return content;
    const [, target] = /^ref: (refs\/[^\0]+)$/.exec(content) ?? [];
    if (target === undefined || target.split('/').includes('..')) return undefined;
    name = target;
  }
  return undefined;
}

/** Refs that each worktree has for itself. */
function isOfWorktree(name: string): boolean {
  return /^refs\/(?:bisect|worktree|rewritten)\//.test(name);
}

function readPackedRef(commonDirectory: string, name: string): CommitId | undefined {
  const packed = readRegularFile(join(commonDirectory, 'packed-refs'), longestPackedRefs)?.toString('utf8');
  if (packed === undefined) return undefined;
  const end = packed.indexOf(` ${name}\n`);
  if (end < 0) return undefined;
  const id = packed.slice(packed.lastIndexOf('\n', end) + 1, end);
  return isCommitId(id) ? id : undefined;
}
