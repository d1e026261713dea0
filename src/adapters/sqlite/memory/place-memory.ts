import { copyFileSync, existsSync, renameSync, rmSync, statSync } from 'node:fs';
import { AfterwitError } from '../../../model/errors.ts';
import type { Clock } from '../../../ports/clock.ts';
import type { MemoryRecovery } from '../../../ports/memory-upkeep.ts';
import { openDatabase } from '../database.ts';
import { makeFolder } from '../make-folder.ts';
import { fileError } from '../sqlite-error.ts';
import { syncFile, syncFolder } from '../sync-to-disk.ts';
import { examineFile } from './find-damage.ts';
import { companionSuffixes, holdsMemory, type MemoryFiles } from './memory-files.ts';
import { whileReplacing } from './memory-lock.ts';
import { mendRows } from './mend-rows.ts';
import { initialiseMemory } from './migrate-memory.ts';

export interface PlaceOptions {
  readonly files: MemoryFiles;
  readonly clock: Clock;
  readonly busyTimeoutMs: number;
}

/**
 * Creates an empty memory in an unused home. It is built under another name and then renamed, so `memory.db` is always
 * complete; an empty file of that name is therefore damage.
 */
export function createMemory(options: PlaceOptions): void {
  const { files, busyTimeoutMs } = options;
  if (holdsMemory(files)) return;
  placing(options, () => {
    if (holdsMemory(files)) return;
    removeUnfinished(files);
    const database = openDatabase(files.unfinished, {
      subject: 'memory',
      synchronous: 'full',
      busyTimeoutMs,
    });
    try {
      initialiseMemory(database);
    } finally {
      database.close();
    }
    moveAside(options, 'corrupt');
    putInPlace(files, files.database);
  });
}

/**
 * Replaces a damaged or missing memory by its backup. The damaged files are kept under another name. Returns undefined
 * when the memory stays, because another process has restored it or only single rows are damaged.
 *
 * @throws MEMORY_CORRUPT when there is no usable backup; nothing is changed then
 */
export function restoreMemory(options: PlaceOptions): MemoryRecovery | undefined {
  return placing(options, () => {
    const { files, busyTimeoutMs } = options;
    const { structural: damage, rows } = examineFile(files.database, busyTimeoutMs, 'precious');
    if (damage === undefined) {
      if (rows !== undefined) mendFile(options);
      return undefined;
    }
    const { structural: backupDamage } = examineFile(files.backup, busyTimeoutMs, 'precious');
    if (backupDamage !== undefined) throw beyondRepair(files, damage, backupDamage);
    const backedUpAtMs = statSync(files.backup).mtimeMs;
    removeUnfinished(files);
    copyFileSync(files.backup, files.unfinished);
    const asidePath = moveAside(options, 'corrupt');
    putInPlace(files, files.database);
    return { restoredFrom: files.backup, backedUpAtMs, damage, ...(asidePath && { asidePath }) };
  });
}

function mendFile({ files, busyTimeoutMs }: PlaceOptions): void {
  const database = openDatabase(files.database, {
    subject: 'memory',
    synchronous: 'full',
    busyTimeoutMs,
    mustExist: true,
  });
  try {
    mendRows(database, files.backup, busyTimeoutMs);
  } finally {
    database.close();
  }
}

/** Runs `work`, which replaces files, while no other process creates, replaces, backs up or uses the memory. */
export function placing<T>(options: PlaceOptions, work: () => T): T {
  const context = { subject: 'memory', path: options.files.database } as const;
  try {
    makeFolder(options.files.directory);
    return whileReplacing(options.files, options.busyTimeoutMs, work);
  } catch (fault) {
    throw fileError(fault, context);
  }
}

const suffixes = [...companionSuffixes, ''] as const;

export function removeUnfinished(files: MemoryFiles): void {
  for (const suffix of suffixes) rmSync(files.unfinished + suffix, { force: true });
}

export function putInPlace(files: MemoryFiles, path: string): void {
  syncFile(files.unfinished);
  renameSync(files.unfinished, path);
  syncFolder(files.directory);
}

type ReasonToMove = 'corrupt' | 'replaced';

/**
 * Renames the memory and its log. A log without its memory is moved too, because SQLite would replay it into the next
 * memory.
 */
export function moveAside(options: PlaceOptions, because: ReasonToMove): string | undefined {
  const { files } = options;
  const aside = pathAside(options, because);
  const moved = suffixes.filter((suffix) => renameIfThere(files.database + suffix, aside + suffix));
  return moved.length > 0 ? aside : undefined;
}

/** Renames a file if it exists. The log may disappear at any time, when another process ends and SQLite deletes it. */
function renameIfThere(from: string, to: string): boolean {
  try {
    renameSync(from, to);
    return true;
  } catch (fault) {
    if (existsSync(from)) throw fault;
    return false;
  }
}

/** Where a memory is kept that another one takes the place of: `doctor` names it, and `forget` reaches it. */
export function pathAside({ files, clock }: PlaceOptions, because: ReasonToMove): string {
  const time = new Date(clock.nowMs()).toISOString().replaceAll(':', '-');
  return unusedPath(`${files.database}.${because}-${time}`);
}

function unusedPath(path: string): string {
  let candidate = path;
  for (let count = 2; suffixes.some((suffix) => existsSync(candidate + suffix)); count++) {
    candidate = `${path}-${count}`;
  }
  return candidate;
}

function beyondRepair(files: MemoryFiles, damage: string, backupDamage: string): AfterwitError {
  return new AfterwitError(
    'MEMORY_CORRUPT',
    `The memory database ${files.database} is damaged (${damage}), and its backup cannot replace it (${backupDamage}). ` +
      'Nothing was changed. Restore a copy of yours, or move both files elsewhere to start with an empty memory.',
    { data: { path: files.database, backupPath: files.backup, damage, backupDamage } },
  );
}
