import {
  chmodSync,
  closeSync,
  type Dirent,
  fstatSync,
  fsyncSync,
  lstatSync,
  openSync,
  readdirSync,
  rmdirSync,
  rmSync,
  writeSync,
} from 'node:fs';
import { join } from 'node:path';
import type { PurgeReport } from '../../model/answers/setup-report.ts';

/** Files that afterwit makes in its home; others there, as the user's `config.json`, are not its own. */
const ownNames =
  /^(?:memory\.db(?:[.-].*)?|index|git-shim|teams|team-key\.json|logs|backups|compile-cache|spool|sessions|terminals|program(?:\..*)?|cache\.db(?:-.*)?|resolved\.json(?:\..*)?)$/;

/** Rights of the group and of others. */
const ofOthers = 0o077;
/** Sticky and its like: a folder that is shared on purpose. */
const special = 0o7000;

/** Deeper, and in larger numbers, nothing of ours lies. */
const deepest = 4;
const entryLimit = 5_000;

/**
 * Takes from other users the right to read a home. In a folder that also holds other files, only our part is closed. A file
 * whose rights this process may not change stays as it is.
 */
export function keepPrivate(home: string): void {
  if (process.platform === 'win32') return;
  const entries = entriesOf(home);
  const ours = entries.filter(({ name }) => ownNames.test(name));
  if (ours.length === 0) return;
  const isShared = entries.some(({ name }) => name !== 'config.json' && !ownNames.test(name));
  if (!isShared) close(home);
  const left = { count: entryLimit };
  for (const entry of ours) closeWithin(home, entry, deepest, left);
}

function closeWithin(folder: string, entry: Dirent, depth: number, left: { count: number }): void {
  if (depth === 0 || left.count-- <= 0) return;
  const path = join(folder, entry.name);
  if (entry.isFile() || entry.isDirectory()) close(path);
  if (!entry.isDirectory()) return;
  for (const inner of entriesOf(path)) closeWithin(path, inner, depth - 1, left);
}

function close(path: string): void {
  try {
    const { mode } = lstatSync(path);
    if ((mode & ofOthers) !== 0 && (mode & special) === 0) chmodSync(path, mode & 0o7700);
  } catch {
    // Another program's, or gone.
  }
}

function entriesOf(folder: string): readonly Dirent[] {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch {
    return [];
  }
}

interface PurgeTerms {
  readonly stays?: readonly string[];
}

interface PurgedStores extends PurgeTerms {
  /** Closes the databases of the home that this process has open. */
  readonly closeStores: () => void;
  /** Runs `remove` while no process uses the memory. */
  readonly whileUnused: (remove: () => void) => void;
}

const isLock = (name: string) => name === 'memory.db.lock';

/** The log of a database holds the last writes, and is removed by the last connection that closes. */
const removedOnClosing = /-(?:wal|shm|journal)$/;

/**
 * Overwrites and removes everything of afterwit in its home. Links are removed, never followed. (A disk that writes
 * elsewhere, as most solid-state disks do, may keep the old bytes: only encryption helps against that.)
 *
 * A process that has the memory open writes it down again when only a part of it is gone: the lock goes last.
 */
export function purgeHome(home: string, { closeStores, whileUnused, stays = [] }: PurgedStores): PurgeReport {
  const tally = { files: 0, bytes: 0, left: [] as string[] };
  overwriteWhatClosingRemoves(home, closeStores);
  whileUnused(() => eachOwn(home, stays, tally, purge));
  if (tally.left.length === 0 && stays.length === 0) removeFolder(home, tally.left);
  return { home, preview: false, ...tally };
}

/** Counts the files and bytes that {@link purgeHome} would remove. */
export function previewPurge(home: string, { stays = [] }: PurgeTerms = {}): PurgeReport {
  const tally = { files: 0, bytes: 0, left: [] as string[] };
  eachOwn(home, stays, tally, count);
  return { home, preview: true, ...tally };
}

/** Hands on afterwit's files in a home, the lock last; other files are left. */
function eachOwn(
  home: string,
  stays: readonly string[],
  tally: Tally,
  take: (path: string, tally: Tally) => void,
): void {
  const names = namesIn(home).filter((name) => !stays.includes(name));
  for (const name of names.toSorted((a, b) => Number(isLock(a)) - Number(isLock(b)))) {
    if (ownNames.test(name)) take(join(home, name), tally);
    else tally.left.push(join(home, name));
  }
}

function count(path: string, tally: Tally): void {
  const stats = lstatSync(path, { throwIfNoEntry: false });
  if (stats?.isDirectory()) {
    for (const name of namesIn(path)) count(join(path, name), tally);
    return;
  }
  tally.files += 1;
  tally.bytes += stats?.size ?? 0;
}

/** Files that are open can be overwritten when they have no name any more. */
function overwriteWhatClosingRemoves(home: string, closeStores: () => void): void {
  const files = namesIn(home)
    .filter((name) => ownNames.test(name) && removedOnClosing.test(name))
    .flatMap((name) => openFile(join(home, name)));
  closeStores();
  for (const file of files) {
    try {
      // A file that still has its name may be in use elsewhere, and is overwritten when all are.
      if (!namesIn(home).some((name) => isSame(join(home, name), file))) zero(file, fstatSync(file).size);
    } finally {
      closeSync(file);
    }
  }
}

function isSame(path: string, file: number): boolean {
  return lstatSync(path, { throwIfNoEntry: false })?.ino === fstatSync(file).ino;
}

function openFile(path: string): readonly number[] {
  try {
    return lstatSync(path).isFile() ? [openSync(path, 'r+')] : [];
  } catch {
    return [];
  }
}

interface Tally {
  files: number;
  bytes: number;
  readonly left: string[];
}

function purge(path: string, tally: Tally): void {
  try {
    const stats = lstatSync(path);
    if (stats.isDirectory()) {
      for (const name of readdirSync(path)) purge(join(path, name), tally);
      removeFolder(path, tally.left);
      return;
    }
    if (stats.isFile()) overwrite(path, stats.size);
    rmSync(path);
    tally.files += 1;
    tally.bytes += stats.size;
  } catch {
    tally.left.push(path);
  }
}

function overwrite(path: string, size: number): void {
  const file = openSync(path, 'r+');
  try {
    zero(file, size);
  } finally {
    closeSync(file);
  }
}

function zero(file: number, size: number): void {
  const zeros = Buffer.alloc(Math.min(size, 1_048_576));
  for (let at = 0; at < size; at += zeros.length) {
    writeSync(file, zeros, 0, Math.min(zeros.length, size - at), at);
  }
  fsyncSync(file);
}

function removeFolder(path: string, left: string[]): void {
  try {
    rmdirSync(path);
  } catch {
    if (lstatSync(path, { throwIfNoEntry: false }) !== undefined && !left.includes(path)) left.push(path);
  }
}

function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}
