import { existsSync } from 'node:fs';
import { AfterwitError, invalidArgument } from '../../../model/errors.ts';
import type {
  MemoryCopy,
  MemoryReader,
  MemoryRecovery,
  MemoryReplacement,
  MemoryStore,
  MemoryTransaction,
  MemoryUpkeep,
  TransactOptions,
} from '../../../ports/memory-store.ts';
import type { Clock } from '../../../ports/system.ts';
import type { WriteOptions } from '../database.ts';
import { BackupSchedule } from './back-up-memory.ts';
import { copyMemoryTo, replaceMemory } from './copy-memory.ts';
import { damageIn, findDamage } from './find-damage.ts';
import { connectInMemory, connectMemory, type MemoryConnection } from './memory-connection.ts';
import { emptyMemory, readMemoryTables, writeMemory } from './memory-tables.ts';
import { mendMemory, rescueMemory } from './mend-memory.ts';
import {
  createMemory,
  holdsMemory,
  memoryFiles,
  memoryStay,
  type PlaceOptions,
  whileReplacing,
} from './place-memory.ts';
import { forgetOrdinals } from './read-items.ts';
import { RowWriter } from './sealed-table.ts';
import { settleRemovals } from './write-items.ts';

interface OpenMemoryStoreOptions {
  /** Folder of the home; made by the first write. `:memory:` keeps the memory out of the file system. */
  readonly directory: string;
  readonly clock: Clock;
  /** How long a call waits for other processes. Default: 5 seconds. */
  readonly busyTimeoutMs?: number;
  /** `none`: leave backups of these writes to other processes. Default: `auto`. */
  readonly backups?: 'auto' | 'none';
}

/** The memory of a home. Opens nothing yet; the store's methods throw the errors of {@link MemoryStore}. */
export function openMemoryStore(options: OpenMemoryStoreOptions): MemoryStore & MemoryUpkeep {
  return new SqliteMemoryStore(options);
}

/**
 * Longest wait of a read for the database. Writers do not block readers, and an agent waits behind the reader, so a tool
 * that locks the file for longer is reported. A process that makes or replaces the memory holds the memory's lock instead;
 * that is soon done, and waited for.
 */
const readTimeoutMs = 200;

/** Times that a transaction is carried out anew because its file vanished under it. */
const mostAttempts = 3;

/** The memory in one SQLite file. Connects when first used; reads leave an unused home untouched. */
class SqliteMemoryStore implements MemoryStore, MemoryUpkeep {
  readonly #place: PlaceOptions | undefined;
  readonly #stay: ReturnType<typeof memoryStay> | undefined;
  readonly #backups: BackupSchedule | undefined;
  #connection: MemoryConnection | undefined;
  #recovered: MemoryRecovery | undefined;
  /** Writer of the running transaction. */
  #writer: RowWriter | undefined;
  /** Inside a transaction or a read. */
  #attempting = false;
  /** Settles when all requests so far are done. */
  #queue: Promise<unknown> = Promise.resolve();

  constructor({ directory, clock, busyTimeoutMs = 5_000, backups }: OpenMemoryStoreOptions) {
    if (directory === ':memory:') return;
    const files = memoryFiles(directory);
    this.#place = { files, clock, busyTimeoutMs };
    this.#stay = memoryStay(files);
    if (backups !== 'none')
      this.#backups = new BackupSchedule({ ...this.#place, connection: () => this.#connection });
  }

  get recovered(): MemoryRecovery | undefined {
    return this.#recovered;
  }

  transact<T>(work: (transaction: MemoryTransaction) => T, options: TransactOptions = {}): Promise<T> {
    return this.#enqueue(() => {
      const waitMs = Math.min(this.#waitMs, options.waitMs ?? this.#waitMs);
      const writeOptions = {
        waitMs,
        ...(options.mayBeLost === 'soon' ? ({ synchronous: 'normal' } as const) : {}),
      };
      for (let attempt = 0; attempt < mostAttempts; attempt++) {
        this.#makePlace(waitMs);
        const result = this.#mending(waitMs, () =>
          this.#write(this.#connectForWriting(waitMs), work, writeOptions),
        );
        // A write into a file that was deleted or replaced meanwhile is not acknowledged: it would never be read.
        if (this.#connection === undefined || isCurrent(this.#connection)) return result;
      }
      throw vanished();
    });
  }

  read<T>(work: (reader: MemoryReader) => T): T {
    const openTimeoutMs = Math.min(this.#waitMs, readTimeoutMs);
    this.#rescue(openTimeoutMs);
    return this.#mending(this.#waitMs, () => {
      const connection = this.#connect(openTimeoutMs);
      if (connection === undefined) return work(emptyMemory);
      const { database, prepare } = connection;
      if (this.#writer !== undefined) settleRemovals(this.#writer);
      return database.read(() => work(readMemoryTables(prepare)));
    });
  }

  backUpTo(path: string): Promise<MemoryCopy> {
    return this.#enqueue(() =>
      this.#mending(this.#waitMs, () => {
        const connection = this.#connect(this.#waitMs);
        if (connection === undefined) throw nothingToBackUp(path);
        return copyMemoryTo(connection.database, path, this.#place?.busyTimeoutMs ?? 0);
      }),
    );
  }

  restoreFrom(path: string): Promise<MemoryReplacement> {
    return this.#enqueue(() => {
      if (this.#place === undefined) throw notInFiles();
      this.#disconnectInPlace();
      return replaceMemory(this.#place, path);
    });
  }

  whileUnused<T>(work: () => T): T {
    return this.#place === undefined || !existsSync(this.#place.files.directory)
      ? work()
      : whileReplacing(this.#place.files, this.#waitMs, work);
  }

  examine(): string | undefined {
    if (this.#place === undefined || !holdsMemory(this.#place.files)) return undefined;
    const { files, busyTimeoutMs } = this.#place;
    return this.#stay?.during(busyTimeoutMs, () => findDamage(files.database, busyTimeoutMs));
  }

  close(): void {
    this.#backups?.catchUp();
    this.#disconnectInPlace();
  }

  #makePlace(waitMs: number): void {
    this.#rescue(waitMs);
    if (this.#place !== undefined) createMemory({ ...this.#place, busyTimeoutMs: waitMs });
  }

  /**
   * Writes a memory that was deleted, or lost its log, again from the open database: a new connection would lose it.
   */
  #rescue(waitMs: number): void {
    if (this.#place === undefined || this.#connection === undefined || this.#attempting) return;
    if (isCurrent(this.#connection)) return;
    rescueMemory({ ...this.#place, busyTimeoutMs: waitMs }, this.#connection);
  }

  #write<T>(
    { database, prepare }: MemoryConnection,
    work: (transaction: MemoryTransaction) => T,
    options: WriteOptions,
  ): T {
    const writer = new RowWriter(prepare);
    this.#writer = writer;
    try {
      const result = writeMemory(database, writer, work, options);
      if (writer.hasForgotten) this.#backups?.now();
      else if (writer.changes > 0) this.#backups?.soon();
      return result;
    } catch (fault) {
      forgetOrdinals(prepare);
      throw fault;
    } finally {
      this.#writer = undefined;
    }
  }

  #enqueue<T>(work: () => T): Promise<T> {
    const result = this.#queue.then(work);
    this.#queue = result.catch(() => undefined);
    return result;
  }

  #disconnectInPlace(): void {
    if (this.#stay === undefined || this.#connection === undefined) this.#disconnect();
    else this.#stay.during(this.#waitMs, () => this.#disconnect());
    this.#stay?.close();
  }

  #disconnect(): void {
    this.#backups?.cancel();
    this.#connection?.database.close();
    this.#connection = undefined;
  }

  get #waitMs(): number {
    return this.#place?.busyTimeoutMs ?? 0;
  }

  #connect(openTimeoutMs: number): MemoryConnection | undefined {
    if (this.#connection !== undefined && isCurrent(this.#connection)) return this.#connection;
    this.#disconnect();
    this.#connection =
      this.#place === undefined
        ? connectInMemory()
        : connectMemory(this.#place, { readTimeoutMs, openTimeoutMs });
    if (this.#connection !== undefined) this.#backups?.soonIfBehind(this.#connection);
    return this.#connection;
  }

  #connectForWriting(waitMs: number): MemoryConnection {
    const connection = this.#connect(waitMs);
    if (connection === undefined) throw vanished();
    return connection;
  }

  /** Puts the backup in place when the memory proves damaged, and tries again. */
  #mending<T>(waitMs: number, work: () => T): T {
    // A read inside a transaction: the damage that it meets is for the transaction to mend.
    if (this.#place === undefined || this.#stay === undefined || this.#attempting) return work();
    return mendMemory(
      { ...this.#place, whileItStays: this.#stay.during },
      waitMs,
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

function isCurrent(connection: MemoryConnection): boolean {
  return connection.standing() === 'current';
}

function vanished(): AfterwitError {
  return new AfterwitError(
    'HOME_NOT_WRITABLE',
    'The memory database disappeared right after it was created. Check what removes files from the folder of AFTERWIT_HOME.',
  );
}

function nothingToBackUp(path: string): AfterwitError {
  return invalidArgument(
    `There is no memory yet to back up to ${path}. Remember something first, or check AFTERWIT_HOME.`,
    { path },
  );
}

function notInFiles(): AfterwitError {
  return invalidArgument('A memory without files cannot be replaced by a backup. Open one in a folder.');
}
