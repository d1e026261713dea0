import {
  chownSync,
  closeSync,
  fchmodSync,
  fsyncSync,
  lstatSync,
  mkdirSync,
  openSync,
  renameSync,
  rmSync,
  type Stats,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { type AfterwitError, invalidArgument } from '../../model/errors.ts';

interface Replacement {
  /** Rights of a new file; for its owner alone by default. */
  readonly mode?: number;
  /** The file that is replaced: the new one gets its owner and its rights. */
  readonly like?: Pick<Stats, 'uid' | 'gid' | 'mode'> | undefined;
  /** Asked once the new content is on the disk: false leaves the file as it is. */
  readonly onlyIf?: () => boolean;
}

/**
 * Puts content in the place of a file. A reader, also one after a crash, sees all of the old content or all of the new one.
 * @param path no link is followed: a link in this place is replaced
 * @returns whether the file was replaced
 * @throws faults of the disk; the file is then as it was
 */
export function replaceFile(
  path: string,
  content: string | Uint8Array,
  { mode = 0o600, like, onlyIf = () => true }: Replacement = {},
): boolean {
  const unfinished = `${path}.${process.pid}.unfinished`;
  rmSync(unfinished, { force: true });
  try {
    writeNew(unfinished, content, mode, like);
    if (!onlyIf()) return false;
    moveOver(unfinished, path);
    return true;
  } finally {
    rmSync(unfinished, { force: true });
  }
}

function writeNew(path: string, content: string | Uint8Array, mode: number, like: Replacement['like']): void {
  const file = openSync(path, 'wx', mode);
  try {
    writeFileSync(file, content);
    if (like !== undefined) {
      if (like.uid !== process.getuid?.()) chownSync(path, like.uid, like.gid);
      fchmodSync(file, like.mode & 0o7777);
    }
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
}

/** Windows refuses to replace a file while another program reads it: an editor, an indexer, a scanner for viruses. */
const heldOnWindows: ReadonlySet<string> = new Set(['EPERM', 'EACCES', 'EBUSY']);
/** Together 1.3 seconds. */
const waitsMs = [5, 10, 20, 40, 80, 160, 320, 640] as const;

/** Renames a file to a name that another file may have. @throws faults of the disk */
export function moveOver(
  from: string,
  to: string,
  { platform, rename }: { platform: string; rename: typeof renameSync } = {
    platform: process.platform,
    rename: renameSync,
  },
): void {
  for (const waitMs of waitsMs) {
    try {
      rename(from, to);
      return;
    } catch (fault) {
      const code = fault instanceof Error && 'code' in fault ? String(fault.code) : '';
      if (platform !== 'win32' || !heldOnWindows.has(code)) throw fault;
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, waitMs);
    }
  }
  rename(from, to);
}

/**
 * Replaces a file in a working tree as a whole; an empty text removes it. Refuses a link in the place of the file or its
 * folder, so that its target is not written.
 * @throws INVALID_ARGUMENT, and faults of the disk
 */
export function replaceSharedFile(worktree: string, path: string, text: string): void {
  const place = join(worktree, path);
  const folder = dirname(place);
  if (!['nothing', 'folder'].includes(kindAt(folder))) throw inTheWay(folder, 'a folder');
  if (!['nothing', 'file'].includes(kindAt(place))) throw inTheWay(place, 'a file');
  if (text === '') {
    rmSync(place, { force: true });
    return;
  }
  mkdirSync(folder, { recursive: true });
  replaceFile(place, text, { mode: 0o666 });
}

function kindAt(path: string): 'nothing' | 'file' | 'folder' | 'other' {
  const stats = lstatSync(path, { throwIfNoEntry: false });
  if (stats === undefined) return 'nothing';
  if (stats.isFile()) return 'file';
  return stats.isDirectory() ? 'folder' : 'other';
}

function inTheWay(path: string, expected: string): AfterwitError {
  return invalidArgument(
    `"${path}" is a link or something else that is not ${expected}, so nothing was written. Remove it first, if you know what it is for.`,
    { path },
  );
}
