import { realpathSync } from 'node:fs';
import { isAbsolute, join, relative, resolve, sep } from 'node:path';
import type { RepositoryPath } from '../../model/repository.ts';
import type { WorkingFiles } from '../../ports/git-reader.ts';
import { hashBlob } from './hash-blob.ts';
import { readRegularFile } from './read-regular-file.ts';

/** Larger files are no place that a memory is about. */
const longestFileBytes = 4_194_304;

/** @param worktree real path of the top of the working tree */
export function openWorkingFiles(worktree: string): WorkingFiles {
  return {
    read(path) {
      const place = placeInside(worktree, path);
      const bytes = place === undefined ? undefined : readRegularFile(place, longestFileBytes);
      return bytes && { bytes };
    },
    blobId: (bytes, like) => hashBlob(like, bytes),
    relative: (path) => relativeTo(worktree, path),
  };
}

/** Where a path of the repository lies on disk; undefined when a link on the way leads out of the working tree. */
function placeInside(worktree: string, path: RepositoryPath): string | undefined {
  const place = join(worktree, path);
  try {
    const folder = realpathSync.native(join(place, '..'));
    return folder === worktree || folder.startsWith(worktree + sep) ? place : undefined;
  } catch {
    return undefined;
  }
}

function relativeTo(worktree: string, path: string): RepositoryPath | undefined {
  const place = isAbsolute(path) ? path : resolve(worktree, path);
  const found = relative(worktree, place);
  if (found === '' || found.startsWith('..') || isAbsolute(found)) return undefined;
  return found.split(sep).join('/') as RepositoryPath;
}
