import {
  closeSync,
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
import { ownNames } from './own-names.ts';

interface PurgeTerms {
  /** Names in the home that are to stay. */
  readonly stays?: readonly string[];
}

interface PurgedStores extends PurgeTerms {
  /** Closes the databases of the home that this process has open. */
  readonly closeStores: () => void;
  /** Runs what it is given while nobody else uses the memory. */
  readonly whileUnused: (remove: () => void) => void;
}

const isLock = (name: string) => name === 'memory.db.lock';

const zeros = Buffer.alloc(1_048_576);

/** The log of a database is removed by whoever closes it last, and holds what was written last. */
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
  whileUnused(() => {
    for (const name of namesIn(home).toSorted((a, b) => Number(isLock(a)) - Number(isLock(b)))) {
      if (stays.includes(name)) continue;
      const path = join(home, name);
      if (ownNames.test(name)) purge(path, tally);
      else tally.left.push(path);
    }
  });
  if (tally.left.length === 0 && stays.length === 0) removeFolder(home, tally.left);
  return { home, preview: false, ...tally };
}

/** What {@link purgeHome} would do. */
export function previewPurge(home: string, { stays = [] }: PurgeTerms = {}): PurgeReport {
  const tally = { files: 0, bytes: 0, left: [] as string[] };
  for (const name of namesIn(home)) {
    if (stays.includes(name)) continue;
    const path = join(home, name);
    if (ownNames.test(name)) count(path, tally);
    else tally.left.push(path);
  }
  return { home, preview: true, ...tally };
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
      // One that still has its name may be in use elsewhere, and is overwritten when all are.
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
