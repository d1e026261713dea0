import { existsSync } from 'node:fs';
import type { DatabaseSync, SQLInputValue, SQLOutputValue, StatementResultingChanges } from 'node:sqlite';
import { AfterwitError } from '../../model/errors.ts';
import { type OpenFile, openFile } from './open-file.ts';
import {
  type DatabaseSubject,
  type FaultContext,
  fileError,
  isBusyFault,
  isFullFault,
  sqliteError,
  unwritableError,
} from './sqlite-error.ts';

export interface DatabaseOptions {
  readonly subject: DatabaseSubject;
  /**
   * `full`: a commit survives loss of power. `normal`: loss of power may lose the last commits but does not damage the
   * file.
   */
  readonly synchronous: 'full' | 'normal';
  readonly busyTimeoutMs: number;
  /** How long a read waits for a process that keeps readers out. Default: as long. */
  readonly readTimeoutMs?: number;
  /** How long opening waits. Default: as long. */
  readonly openTimeoutMs?: number;
  readonly readOnly?: boolean;
  /** Never create the file. */
  readonly mustExist?: boolean;
}

export interface WriteOptions {
  /** Longest wait for other writers, when it is to be less than usual. */
  readonly waitMs?: number;
  /** Default: as the database. `normal` spares its commit the wait for the disk. */
  readonly synchronous?: 'normal';
}

export type Row = Record<string, SQLOutputValue>;

/** A prepared statement whose faults are {@link AfterwitError}s. Parameters are positional. */
export interface Statement {
  run(...parameters: SQLInputValue[]): StatementResultingChanges;
  get(...parameters: SQLInputValue[]): Row | undefined;
  all(...parameters: SQLInputValue[]): Row[];
  iterate(...parameters: SQLInputValue[]): Iterable<Row>;
}

interface StatementOptions {
  /**
   * Read integers as bigints. Otherwise the driver throws for an integer beyond the range of a number, which only
   * damage produces.
   */
  readonly bigIntegers?: boolean;
}

/**
 * One connection. Every method may throw HOME_NOT_WRITABLE, DISK_FULL, MEMORY_BUSY or INDEX_BUSY, MEMORY_CORRUPT or
 * INDEX_CORRUPT.
 */
export interface Database {
  readonly path: string;
  /** False when the file was opened for reading only; {@link transact} then throws HOME_NOT_WRITABLE. */
  readonly writable: boolean;
  prepare(sql: string, options?: StatementOptions): Statement;
  exec(sql: string): void;
  /** Runs `work` as the only writer (BEGIN IMMEDIATE). Rolls back when it throws or gives a promise. Not reentrant. */
  transact<T>(work: () => T, options?: WriteOptions): T;
  /** Runs `work` on one state of the database; inside {@link transact}, on that of the transaction. */
  read<T>(work: () => T): T;
  close(): void;
}

const retryAfterMs = 5;

/**
 * Delay before the next attempt. SQLite itself waits longer after each attempt, so the process that has waited longest
 * gets its turn last. Here the delay shrinks instead: after 50 ms, the process tries in nearly every gap between two
 * writers.
 */
function turnAfterMs(waitedMs: number): number {
  return waitedMs < 50 ? 4 - waitedMs / 14 : 0.4;
}

const cell = new Int32Array(new SharedArrayBuffer(4));

/** Stops this thread. Only for waits between attempts at a lock, inside calls that are synchronous by contract. */
function waitSync(durationMs: number): void {
  Atomics.wait(cell, 0, 0, durationMs);
}

/** SQLite waits for most locks itself; some (recovery of the log, the switch to WAL) it reports at once. */
function waitWhileBusy<T>(
  busyTimeoutMs: number,
  attempt: () => T,
  afterMs: (waitedMs: number) => number = () => retryAfterMs,
): T {
  // Same as `performance.now()`, which takes a process that has just begun a millisecond or more to load.
  const elapsedMs = (): number => process.uptime() * 1_000;
  const startedAtMs = elapsedMs();
  for (;;) {
    const waitedMs = elapsedMs() - startedAtMs;
    try {
      return attempt();
    } catch (fault) {
      if (!isBusyFault(fault) || waitedMs >= busyTimeoutMs) throw fault;
    }
    waitSync(afterMs(waitedMs));
  }
}

function configure({ connection, writable }: OpenFile, options: DatabaseOptions): void {
  connection.exec('PRAGMA trusted_schema = OFF');
  if (!writable) return;
  const waitMs = options.openTimeoutMs ?? options.busyTimeoutMs;
  waitWhileBusy(waitMs, () => connection.exec('PRAGMA journal_mode = WAL'));
  connection.exec(`PRAGMA synchronous = ${options.synchronous}`);
}

/** Falls back to reading when the disk is full: then SQLite cannot even begin a transaction, but it can read. */
function openWithOrWithoutRoom(path: string, options: DatabaseOptions): OpenFile {
  try {
    return openConfigured(path, options);
  } catch (fault) {
    if (!isFullFault(fault) || options.readOnly === true || !existsSync(path)) throw fault;
    return { ...openConfigured(path, { ...options, readOnly: true }), isDiskFull: true };
  }
}

function openConfigured(path: string, options: DatabaseOptions): OpenFile {
  const {
    readOnly = false,
    mustExist = false,
    busyTimeoutMs,
    openTimeoutMs: timeoutMs = busyTimeoutMs,
  } = options;
  const file = openFile(path, { readOnly, mustExist, timeoutMs });
  try {
    configure(file, options);
    return file;
  } catch (fault) {
    file.connection.close();
    file.cleanUp?.();
    throw fault;
  }
}

/**
 * Opens a database in WAL mode with foreign keys checked; creates it, and its folder, when missing. A file that this
 * process may not write is opened for reading.
 */
export function openDatabase(path: string, options: DatabaseOptions): Database {
  const context: FaultContext = { subject: options.subject, path };
  try {
    return new SqliteDatabase(openWithOrWithoutRoom(path, options), context, options);
  } catch (fault) {
    throw fileError(sqliteError(fault, context), context);
  }
}

class SqliteDatabase implements Database {
  readonly path: string;
  readonly writable: boolean;
  readonly #file: OpenFile;
  readonly #connection: DatabaseSync;
  readonly #context: FaultContext;
  readonly #busyTimeoutMs: number;
  readonly #readTimeoutMs: number;
  readonly #synchronous: DatabaseOptions['synchronous'];
  /** Level of the last transaction. */
  #level: DatabaseOptions['synchronous'];

  constructor(file: OpenFile, context: FaultContext, options: DatabaseOptions) {
    this.path = context.path;
    this.writable = file.writable;
    this.#file = file;
    this.#connection = file.connection;
    this.#context = context;
    this.#busyTimeoutMs = options.busyTimeoutMs;
    this.#synchronous = options.synchronous;
    this.#level = options.synchronous;
    this.#readTimeoutMs = Math.min(options.busyTimeoutMs, options.readTimeoutMs ?? options.busyTimeoutMs);
  }

  prepare(sql: string, { bigIntegers = false }: StatementOptions = {}): Statement {
    const statement = this.#guard(() => this.#connection.prepare(sql));
    if (bigIntegers) statement.setReadBigInts(true);
    return {
      run: (...parameters) => this.#guard(() => statement.run(...parameters)),
      get: (...parameters) => this.#guard(() => statement.get(...parameters)),
      all: (...parameters) => this.#guard(() => statement.all(...parameters)),
      iterate: (...parameters) => this.#iterate(() => statement.iterate(...parameters)),
    };
  }

  exec(sql: string): void {
    this.#guard(() => this.#connection.exec(sql));
  }

  transact<T>(work: () => T, { waitMs = this.#busyTimeoutMs, synchronous }: WriteOptions = {}): T {
    if (!this.writable) throw unwritableError(this.#file.isDiskFull ? 'full' : 'not_writable', this.#context);
    this.#synchronise(synchronous ?? this.#synchronous);
    this.#guard(() => this.#begin(waitMs));
    return this.#finish(work);
  }

  read<T>(work: () => T): T {
    if (this.#connection.isTransaction) return work();
    const isShorter = this.#readTimeoutMs < this.#busyTimeoutMs;
    if (isShorter) this.exec(`PRAGMA busy_timeout = ${this.#readTimeoutMs}`);
    try {
      this.exec('BEGIN');
      return this.#finish(work);
    } finally {
      if (isShorter) this.exec(`PRAGMA busy_timeout = ${this.#busyTimeoutMs}`);
    }
  }

  close(): void {
    if (!this.#connection.isOpen) return;
    this.#guard(() => this.#connection.close());
    this.#file.cleanUp?.();
  }

  /** Called before a transaction, not after one: after a failed rollback SQLite refuses, and would hide the first fault. */
  #synchronise(level: DatabaseOptions['synchronous']): void {
    if (level === this.#level) return;
    this.exec(`PRAGMA synchronous = ${level}`);
    this.#level = level;
  }

  #begin(waitMs: number): void {
    this.#connection.exec('PRAGMA busy_timeout = 0');
    try {
      waitWhileBusy(waitMs, () => this.#connection.exec('BEGIN IMMEDIATE'), turnAfterMs);
    } finally {
      this.#connection.exec(`PRAGMA busy_timeout = ${this.#busyTimeoutMs}`);
    }
  }

  #finish<T>(work: () => T): T {
    try {
      const result = work();
      if (isPromise(result)) throw asynchronousWork();
      this.exec('COMMIT');
      return result;
    } catch (fault) {
      this.#rollBack();
      throw fault;
    }
  }

  /**
   * Ignores errors: SQLite rolls back by itself after some faults (a full disk), and the first fault is the one to
   * report.
   */
  #rollBack(): void {
    if (!this.#connection.isTransaction) return;
    try {
      this.#connection.exec('ROLLBACK');
    } catch {
      // The connection's next BEGIN reports the fault.
    }
  }

  *#iterate(start: () => Iterable<Row>): Iterable<Row> {
    try {
      yield* start();
    } catch (fault) {
      throw sqliteError(fault, this.#context);
    }
  }

  #guard<T>(work: () => T): T {
    try {
      return work();
    } catch (fault) {
      throw sqliteError(fault, this.#context);
    }
  }
}

function isPromise(value: unknown): boolean {
  return typeof value === 'object' && value !== null && 'then' in value && typeof value.then === 'function';
}

function asynchronousWork(): AfterwitError {
  return new AfterwitError(
    'INTERNAL',
    'The work of a transaction was asynchronous; it was rolled back, because other tasks would have written into it. This is a fault of afterwit: please report it.',
  );
}
