import {
  closeSync,
  fsyncSync,
  lstatSync,
  openSync,
  readdirSync,
  rmdirSync,
  rmSync,
  writeSync,
} from 'node:fs';
import { join } from 'node:path';
import type { PurgeReport } from '../../model/answers/review.ts';
import { ownNames } from './own-names.ts';

const zeros = Buffer.alloc(1_048_576);

/**
 * Overwrites and removes everything of afterwit in its home. Links are removed, never followed. (A disk that writes
 * elsewhere, as most solid-state disks do, may keep the old bytes: only encryption helps against that.)
 */
export function purgeHome(home: string): PurgeReport {
  const tally = { files: 0, bytes: 0, left: [] as string[] };
  for (const name of namesIn(home)) {
    const path = join(home, name);
    if (ownNames.test(name)) purge(path, tally);
    else tally.left.push(path);
  }
  if (tally.left.length === 0) removeFolder(home, tally.left);
  return { home, ...tally };
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
    for (let at = 0; at < size; at += zeros.length) {
      writeSync(file, zeros, 0, Math.min(zeros.length, size - at), at);
    }
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
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
