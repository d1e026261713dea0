import { isAfterwitError } from '../../../model/errors.ts';
import type { Clock } from '../../../ports/clock.ts';
import { backUpMemory, isBackedUp, msUntilBackupIsDue } from './back-up-memory.ts';
import type { MemoryConnection } from './memory-connection.ts';
import type { MemoryFiles } from './memory-files.ts';

interface BackupScheduleOptions {
  readonly files: MemoryFiles;
  readonly clock: Clock;
  readonly busyTimeoutMs: number;
  /** The open connection. */
  readonly connection: () => MemoryConnection | undefined;
}

const backupDelayMs = 1_000;
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
