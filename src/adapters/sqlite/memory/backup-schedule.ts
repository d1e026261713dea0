import { isAfterwitError } from '../../../model/errors.ts';
import type { Clock } from '../../../ports/clock.ts';
import { backUpMemory, isBackedUp, msUntilBackupIsDue } from './back-up-memory.ts';
import type { MemoryConnection } from './memory-connection.ts';
import type { MemoryFiles } from './memory-files.ts';

interface BackupScheduleOptions {
  readonly files: MemoryFiles;
  readonly clock: Clock;
  readonly busyTimeoutMs: number;
  /** What is open now. */
  readonly connection: () => MemoryConnection | undefined;
}

const backupDelayMs = 1_000;
const retryMs = 30_000;

/** When the memory is backed up. Writes that follow each other closely share a backup; the process need not live on for it. */
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

  /** A process that was killed may have left its changes without a backup. */
  soonIfBehind({ database }: MemoryConnection): void {
    if (database.writable && !isBackedUp(database, this.#options.files)) this.soon();
  }

  /** Backs up what was changed, if that is due. */
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

  /** Backs up now; where that fails, soon again. */
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

  /** What was written is safe already; a backup that fails (no room, say) is made after the next change. */
  #try(work: () => void): void {
    try {
      work();
    } catch (fault) {
      if (!isAfterwitError(fault)) throw fault;
    }
  }
}
