import { lstatSync, realpathSync, type Stats } from 'node:fs';
import { isAbsolute, join, relative, resolve, sep } from 'node:path';
import type { RepositoryPath } from '../../model/repository.ts';
import type { WorkingFiles } from '../../ports/git-reader.ts';
import { encodePath } from '../../text/path-encoding.ts';
import { readRegularFile } from '../system/regular-file.ts';
import { hashBlob } from './read-objects.ts';

/** The content of a path of the working tree. `other`: a link, folder, pipe or device, or not to be looked at. */
type WorktreePlace =
  | { readonly kind: 'file'; readonly path: string | Buffer; readonly stats: Stats }
  | { readonly kind: 'absent' }
  | { readonly kind: 'other' };

type FolderKind = 'folder' | 'absent' | 'other';

const longestPath = 4_096;
/**
 * A name that leads out of the working tree or into its git directory, on any file system: by case, short name or
 * trailing dots.
 */
const forbiddenName = /(?:^|\/)(?:\.{0,2}|(?:\.git|git~1)[. ]*)(?:\/|$)/i;
const invisible = /\p{Cf}/gu;
const windowsSeparator = /[\\:]/;

/**
 * Looks at paths of a working tree without ever leaving it: an index may name any path, and a folder on the way may have
 * become a link.
 */
export function lookAtWorktree(worktree: string): (path: RepositoryPath) => WorktreePlace {
  const folders = new Map<string, FolderKind>([['', 'folder']]);
  const folderAt = (folder: string): FolderKind => {
    const known = folders.get(folder);
    if (known !== undefined) return known;
    let kind: FolderKind = 'folder';
    for (let end = 0; end < folder.length && kind === 'folder'; ) {
      const next = folder.indexOf('/', end + 1);
      end = next === -1 ? folder.length : next;
      const step = folder.slice(0, end);
      kind = folders.get(step) ?? kindOfFolder(diskPath(worktree, step));
      folders.set(step, kind);
    }
    folders.set(folder, kind);
    return kind;
  };
  return (path) => {
    if (!isInside(path)) return { kind: 'other' };
    const kind = folderAt(path.slice(0, Math.max(0, path.lastIndexOf('/'))));
    if (kind !== 'folder') return { kind };
    const place = diskPath(worktree, path);
    const stats = statsAt(place);
    if (typeof stats === 'string') return { kind: stats };
    return stats.isFile() ? { kind: 'file', path: place, stats } : { kind: 'other' };
  };
}

/** Git requires this of a path before it writes one into an index; a hostile index was not written by git. */
function isInside(path: RepositoryPath): boolean {
  if (path.length > longestPath || forbiddenName.test(path.replace(invisible, ''))) return false;
  return process.platform !== 'win32' || !windowsSeparator.test(path);
}

/** A file or pipe in place of a folder holds nothing; a link might lead anywhere. */
function kindOfFolder(place: string | Buffer): FolderKind {
  const stats = statsAt(place);
  if (typeof stats === 'string') return stats;
  if (stats.isSymbolicLink()) return 'other';
  return stats.isDirectory() ? 'folder' : 'absent';
}

function statsAt(place: string | Buffer): Stats | 'absent' | 'other' {
  try {
    return lstatSync(place, { throwIfNoEntry: false }) ?? 'absent';
  } catch {
    return 'other';
  }
}

/** Bytes where the path is not text. */
function diskPath(worktree: string, path: RepositoryPath): string | Buffer {
  if (path.isWellFormed()) return `${worktree}/${path}`;
  return Buffer.concat([Buffer.from(`${worktree}/`), encodePath(path)]);
}

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
    isFolder(path) {
      const place = placeInside(worktree, path);
      return place !== undefined && kindOfFolder(place) === 'folder';
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

/** A path as the disk spells it, where the disk takes names in any case. */
function spelled(path: string): string {
  try {
    const real = realpathSync.native(path);
    return real.toLowerCase() === path.toLowerCase() ? real : path;
  } catch {
    return path;
  }
}

function relativeTo(worktree: string, path: string): RepositoryPath | undefined {
  const found = relative(worktree, spelled(isAbsolute(path) ? path : resolve(worktree, path)));
  if (found === '' || found.startsWith('..') || isAbsolute(found)) return undefined;
  return found.split(sep).join('/') as RepositoryPath;
}
