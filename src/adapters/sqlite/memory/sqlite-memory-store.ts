import { AfterwitError, isAfterwitError } from '../../../model/errors.ts';
import type { Clock } from '../../../ports/clock.ts';
import type {
  MemoryReader,
  MemoryRecovery,
  MemoryStore,
  MemoryTransaction,
} from '../../../ports/memory-store.ts';
import type { Database } from '../database.ts';
import { advanceRevision, backUpMemory, isBackedUp } from './back-up-memory.ts';
import { damageIn } from './find-damage.ts';
import { connectInMemory, connectMemory, type MemoryConnection } from './memory-connection.ts';
import type { MemoryFiles } from './memory-files.ts';
import { whileMemoryStays } from './memory-lock.ts';
import { readMemoryVersions } from './memory-versions.ts';
import { mendMemory } from './mend-memory.ts';
import { memoryMigrations } from './migrations.ts';
import { createMemory } from './place-memory.ts';
import { emptyMemory, readRepositories, writeRepositories } from './repository-table.ts';

export interface MemoryStoreOptions {
  /** Where the memory lies; undefined: nowhere, it ends with the store. */
  readonly files: MemoryFiles | undefined;
  readonly clock: Clock;
  readonly busyTimeoutMs: number;
}

const backupDelayMs = 1_000;

/** The memory in one SQLite file. Connects when first used; a home that was never written to stays untouched by reads. */
export class SqliteMemoryStore implements MemoryStore {
  readonly #options: MemoryStoreOptions;
  #connection: MemoryConnection | undefined;
  #recovered: MemoryRecovery | undefined;
  /** Inside a transaction or a read. */
  #attempting = false;
  /** Waiting to back up what was changed; undefined when nothing was since the last backup. */
  #backupTimer: NodeJS.Timeout | undefined;
  /** Settles when the transactions asked for so far are over. */
  #queue: Promise<unknown> = Promise.resolve();

  constructor(options: MemoryStoreOptions) {
    this.#options = options;
  }

  get recovered(): MemoryRecovery | undefined {
    return this.#recovered;
  }

  transact<T>(work: (transaction: MemoryTransaction) => T): Promise<T> {
    const result = this.#queue.then(() => {
      this.#create();
      return this.#mending(() => this.#write(this.#connectForWriting(), work));
    });
    this.#queue = result.catch(() => undefined);
    return result;
  }

  read<T>(work: (reader: MemoryReader) => T): T {
    return this.#mending(() => {
      const database = this.#connect();
      return database === undefined
        ? work(emptyMemory)
        : database.read(() => work(readRepositories(database)));
    });
  }

  close(): void {
    this.#backUp();
    const { files, busyTimeoutMs } = this.#options;
    if (files === undefined || this.#connection === undefined) this.#disconnect();
    else whileMemoryStays(files, busyTimeoutMs, () => this.#disconnect());
  }

  #disconnect(): void {
    clearTimeout(this.#backupTimer);
    this.#backupTimer = undefined;
    this.#connection?.database.close();
    this.#connection = undefined;
  }

  #write<T>(database: Database, work: (transaction: MemoryTransaction) => T): T {
    const writer = writeRepositories(database);
    try {
      const result = database.transact(() => {
        refuseNewerMemory(database);
        const value = work(writer.transaction);
        if (writer.changes() > 0) advanceRevision(database);
        return value;
      });
      if (writer.changes() > 0) this.#backUpSoon();
      return result;
    } finally {
      writer.end();
    }
  }

  /** Writes that follow each other closely share a backup; the process need not live on for it. */
  #backUpSoon(): void {
    this.#backupTimer ??= setTimeout(() => this.#backUp(), backupDelayMs).unref();
  }

  /** What was written is safe already; a backup that fails (no room, say) is made after the next change. */
  #backUp(): void {
    if (this.#backupTimer === undefined) return;
    clearTimeout(this.#backupTimer);
    this.#backupTimer = undefined;
    const { files, busyTimeoutMs } = this.#options;
    if (files === undefined || this.#connection === undefined) return;
    try {
      backUpMemory(this.#connection, files, busyTimeoutMs);
    } catch (fault) {
      if (!isAfterwitError(fault)) throw fault;
    }
  }

  #connect(): Database | undefined {
    if (this.#connection?.isCurrent()) return this.#connection.database;
    this.#disconnect();
    const { files, busyTimeoutMs } = this.#options;
    this.#connection = files === undefined ? connectInMemory() : connectMemory(files, busyTimeoutMs);
    const database = this.#connection?.database;
    // A process that was killed may have left its changes without a backup.
    if (files !== undefined && database?.writable && !isBackedUp(database, files)) this.#backUpSoon();
    return database;
  }

  #connectForWriting(): Database {
    const database = this.#connect();
    if (database === undefined) throw vanished();
    return database;
  }

  #create(): void {
    const { files, clock, busyTimeoutMs } = this.#options;
    if (files !== undefined) createMemory({ files, clock, busyTimeoutMs });
  }

  /** Puts the backup in place when the memory proves damaged, and tries again. */
  #mending<T>(work: () => T): T {
    const { files, clock, busyTimeoutMs } = this.#options;
    // A read inside a transaction: the damage that it meets is for the transaction to mend.
    if (files === undefined || this.#attempting) return work();
    return mendMemory(
      { files, clock, busyTimeoutMs },
      () => this.#attempt(work),
      (recovery) => {
        this.#recovered = recovery;
      },
    );
  }

  #attempt<T>(work: () => T): T {
    this.#attempting = true;
    try {
      return work();
    } catch (fault) {
      if (damageIn(fault) !== undefined) this.#disconnect();
      throw fault;
    } finally {
      this.#attempting = false;
    }
  }
}

function refuseNewerMemory(database: Database): void {
  const { minimumWriter } = readMemoryVersions(database);
  if (minimumWriter <= memoryMigrations.length) return;
  throw new AfterwitError(
    'MEMORY_TOO_NEW',
    `The memory database ${database.path} was written by a newer afterwit; this one can read it but must not write. Update afterwit.`,
    { data: { path: database.path, minimumWriter, thisWriter: memoryMigrations.length } },
  );
}

function vanished(): AfterwitError {
  return new AfterwitError(
    'HOME_NOT_WRITABLE',
    'The memory database vanished as soon as it was made. Check what removes files from the folder of AFTERWIT_HOME.',
  );
}
