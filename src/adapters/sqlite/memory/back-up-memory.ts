import { statSync } from 'node:fs';
import { isAfterwitError } from '../../../model/errors.ts';
import type { Clock } from '../../../ports/system.ts';
import type { Database } from '../database.ts';
import { syncFile } from '../open-file.ts';
import { fileError } from '../sqlite-error.ts';
import { examineFile } from './find-damage.ts';
import type { MemoryConnection } from './memory-connection.ts';
import { readForgottenRevision, readRevision, revisionOfFile } from './memory-versions.ts';
import { mendRows } from './mend-memory.ts';
import {
  type MemoryFiles,
  type PlaceOptions,
  putInPlace,
  removeUnfinished,
  vacuumInto,
  whileBackingUp,
} from './place-memory.ts';

/** Memories up to this size are backed up after every burst of writes (20 ms at most). */
const smallBytes = 2_097_152;
/** Larger ones no more often than this. */
const backupIntervalMs = 600_000;

/** Whether the backup includes the memory's last change. */
function isBackedUp(database: Database, files: MemoryFiles): boolean {
  return (revisionOfFile(files.backup) ?? -1) >= readRevision(database);
}

/**
 * Whether something was forgotten since the backup, so that its bytes must be erased from the backup and from the
 * memory's files.
 */
function holdsForgotten(database: Database, files: MemoryFiles): boolean {
  return (revisionOfFile(files.backup) ?? 0) < readForgottenRevision(database);
}

/**
 * Erases leftovers of forgotten rows: SQLite overwrites deleted rows, but not old copies from moving rows between
 * pages, and the log contains old pages.
 */
function eraseTraces(database: Database): void {
  database.exec('VACUUM');
  database.exec('PRAGMA wal_checkpoint(TRUNCATE)');
}

/**
 * Time until the next backup, 0 when it is due. Large memories wait, because copying them costs more than most changes.
 */
function msUntilBackupIsDue(database: Database, files: MemoryFiles, clock: Clock): number {
  const backup = statSync(files.backup, { throwIfNoEntry: false });
  if (backup === undefined || sizeOf(database) <= smallBytes || holdsForgotten(database, files)) return 0;
  // Uses the absolute difference, so that a clock that was set back does not delay the backup for years.
  return Math.max(0, backupIntervalMs - Math.abs(clock.nowMs() - backup.mtimeMs));
}

function sizeOf(database: Database): number {
  const { page_count } = database.prepare('PRAGMA page_count').get() ?? {};
  const { page_size } = database.prepare('PRAGMA page_size').get() ?? {};
  return Number(page_count) * Number(page_size);
}

/**
 * Replaces the backup by a copy of the current memory, unless another process has already copied this or a later state.
 * The old backup stays until the new one is completely on the disk.
 */
function backUpMemory(
  { database, standing }: MemoryConnection,
  files: MemoryFiles,
  busyTimeoutMs: number,
): void {
  if (isBackedUp(database, files)) return;
  try {
    whileBackingUp(files, busyTimeoutMs, () => {
      if (standing() !== 'current' || isBackedUp(database, files)) return;
      if (holdsForgotten(database, files)) eraseTraces(database);
      try {
        if (!copyIsBetter(database, files, busyTimeoutMs)) return;
        // The copy may hold changes that a loss of power would take from the memory: that must not be the older one.
        syncFile(files.log);
        putInPlace(files, files.backup);
      } finally {
        // An unfinished copy would take the last space of a full disk.
        removeUnfinished(files);
      }
    });
  } catch (fault) {
    throw fileError(fault, { subject: 'memory', path: files.backup });
  }
}

/** Copies and checks the memory, so that undetected damage does not replace the only intact copy. */
function copyIsBetter(database: Database, files: MemoryFiles, busyTimeoutMs: number): boolean {
  const { structural, rows } = copyMemory(database, files, busyTimeoutMs);
  if (structural !== undefined) return false;
  if (rows === undefined || holdsForgotten(database, files)) return true;
  const { structural: backupStructural, rows: backupRows } = examineFile(
    files.backup,
    busyTimeoutMs,
    'precious',
  );
  return backupStructural !== undefined || backupRows !== undefined;
}

function copyMemory(database: Database, files: MemoryFiles, busyTimeoutMs: number) {
  const copy = () => {
    removeUnfinished(files);
    vacuumInto(database, files.unfinished);
    return examineFile(files.unfinished, busyTimeoutMs, 'precious');
  };
  const damage = copy();
  if (damage.rows === undefined) return damage;
  mendRows(database, files.backup, busyTimeoutMs);
  return copy();
}

interface BackupScheduleOptions extends PlaceOptions {
  readonly connection: () => MemoryConnection | undefined;
}

/** A copy blocks its process for 20 to 90 ms: made each second, it would delay one in twenty hooks that a server answers. */
const backupDelayMs = 5_000;
const retryMs = 30_000;

/**
 * Schedules backups. Writes in quick succession share one backup, and a pending backup does not keep the process alive.
 */
export class BackupSchedule {
  readonly #options: BackupScheduleOptions;
  /** Undefined when nothing was changed since the last backup. */
  #timer: NodeJS.Timeout | undefined;

  constructor(options: BackupScheduleOptions) {
    this.#options = options;
  }

  /** To be called after every change. */
  soon(delayMs = backupDelayMs): void {
    this.#timer ??= setTimeout(() => this.catchUp(), delayMs).unref();
  }

  /** Schedules a backup if an earlier process was killed before it backed up its changes. */
  soonIfBehind({ database }: MemoryConnection): void {
    if (database.writable && !isBackedUp(database, this.#options.files)) this.soon();
  }

  /** Backs up changes if a backup is due. */
  catchUp(): void {
    if (this.#timer === undefined) return;
    this.cancel();
    const { connection, files, clock } = this.#options;
    const open = connection();
    if (open === undefined) return;
    this.#try(() => {
      const waitMs = msUntilBackupIsDue(open.database, files, clock);
      if (waitMs > 0) this.soon(waitMs);
      else this.#backUp(open);
    });
  }

  /** Backs up now; on failure, schedules another attempt. */
  now(): void {
    this.cancel();
    const open = this.#options.connection();
    if (open === undefined) return;
    this.soon(retryMs);
    this.#try(() => {
      this.#backUp(open);
      this.cancel();
    });
  }

  cancel(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
  }

  #backUp(open: MemoryConnection): void {
    backUpMemory(open, this.#options.files, this.#options.busyTimeoutMs);
  }

  /**
   * Ignores errors: the changes are already stored, and a failed backup (full disk, for example) is repeated after the
   * next change.
   */
  #try(work: () => void): void {
    try {
      work();
    } catch (fault) {
      if (!isAfterwitError(fault)) throw fault;
    }
  }
}
