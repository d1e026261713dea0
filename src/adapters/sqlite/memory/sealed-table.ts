import type { SQLInputValue, SQLOutputValue } from 'node:sqlite';
import { crc32 } from 'node:zlib';
import { AfterwitError } from '../../../model/errors.ts';
import type { Scope } from '../../../model/provenance.ts';
import type { DamagedRow } from '../../../ports/memory-store.ts';
import type { Database, Row, Statement } from '../database.ts';

/**
 * A value for a column of type ANY that holds text of any kind. SQLite stores UTF-8, which has no lone surrogates, and
 * Node 22 reads text up to the first NUL only: text with either is kept as a blob of UTF-16.
 */
export function encodeText(text: string): string | Uint8Array {
  return text.isWellFormed() && !text.includes('\0') ? text : Buffer.from(text, 'utf16le');
}

export function decodeText(value: SQLOutputValue | undefined): string {
  return value instanceof Uint8Array ? Buffer.from(value).toString('utf16le') : String(value);
}

type PlainValue = string | number | null;

/** A column's value, for any type that damage may have produced. */
function plainValue(value: SQLOutputValue | undefined): PlainValue {
  if (typeof value === 'bigint') return Number(value);
  if (typeof value === 'number' || value === null) return value;
  return decodeText(value);
}

/**
 * Checksum of a row's values, stored with the row. SQLite checks the structure of its pages, not the data: without the
 * checksum, a flipped bit could change a repository's id and so separate it from its memories.
 */
export function digestRow(...values: readonly PlainValue[]): number {
  return crc32(JSON.stringify(values));
}

interface TableDescription {
  readonly name: string;
  /** Column by which a write finds the row that it replaces or keeps. */
  readonly key?: string;
  /** Sealed columns, in the order of their values in the checksum. */
  readonly columns: readonly string[];
  /** A sealed column behind them, which may be a megabyte long. */
  readonly body?: string;
  /** A column that a later schema added: sealed where it has a value, so that older rows stay whole. */
  readonly later?: string;
  /** A column outside of the checksum. */
  readonly unsealed?: string;
}

interface RowToWrite {
  readonly values: readonly PlainValue[];
  readonly body?: string;
  readonly later?: PlainValue;
  readonly unsealed?: PlainValue;
}

/** A table whose rows hold a checksum, and how its rows are written and read. */
export class SealedTable {
  readonly name: string;
  readonly #columns: readonly string[];
  readonly #body: string | undefined;
  readonly #later: string | undefined;
  readonly #insert: string;
  readonly #update: string;

  constructor({ name, key, columns, body, later, unsealed }: TableDescription) {
    this.name = name;
    this.#columns = columns;
    this.#body = body;
    this.#later = later;
    const all = [...columns, later, 'digest', body, unsealed].filter((column) => column !== undefined);
    this.#insert = `INSERT INTO ${name} (${all.join()}) VALUES (${all.map(() => '?').join()})`;
    const changed = all.filter((column) => column !== key);
    this.#update = `ON CONFLICT (${key}) DO UPDATE SET ${changed.map((column) => `${column} = excluded.${column}`).join()}`;
  }

  digestOf({ values, body, later = null }: RowToWrite): number {
    const digest = digestRow(...values, ...(later === null ? [] : [later]));
    return body === undefined ? digest : crc32(body, digest);
  }

  /** The values of the sealed columns; undefined when the row is damaged. */
  read(row: Row): readonly PlainValue[] | undefined {
    const values = this.#columns.map((column) => plainValue(row[column]));
    const digest = this.digestOf({
      values,
      ...(this.#body && { body: String(row[this.#body]) }),
      ...(this.#later && { later: plainValue(row[this.#later]) }),
    });
    return Number(row.digest) === digest ? values : undefined;
  }

  /** Adds a row. `replace` and `keep` give the fate of an existing row. @returns whether a row was written */
  write(writer: RowWriter, row: RowToWrite, where: 'new' | 'replace' | 'keep' = 'new'): boolean {
    const { values, later = null, body, unsealed } = row;
    const bound: SQLInputValue[] = values.map(bind);
    if (this.#later !== undefined) bound.push(bind(later));
    bound.push(this.digestOf(row));
    if (body !== undefined) bound.push(body);
    if (unsealed !== undefined) bound.push(unsealed);
    const conflict = { new: '', replace: this.#update, keep: 'ON CONFLICT DO NOTHING' }[where];
    return writer.run(`${this.#insert} ${conflict}`, ...bound) > 0;
  }
}

function bind(value: PlainValue): SQLInputValue {
  return typeof value === 'string' ? encodeText(value) : value;
}

/** The damaged rows that one reader has met, each once. */
export class DamageLog {
  readonly #rows = new Map<string, DamagedRow>();

  note(table: string, key: string): void {
    this.#rows.set(`${table} ${key}`, { table, key });
  }

  rows(): readonly DamagedRow[] {
    return [...this.#rows.values()];
  }
}

export interface Condition {
  readonly sql: string;
  readonly parameters: readonly SQLInputValue[];
}

const afterEveryCharacter = '\u{10ffff}';

/** Rows that all of these hold of; undefined ones limit nothing. */
export function allOf(conditions: readonly (Condition | undefined)[]): Condition {
  const told = conditions.filter((condition) => condition !== undefined);
  return {
    sql: told.map(({ sql }) => sql).join(' AND ') || 'true',
    parameters: told.flatMap(({ parameters }) => parameters),
  };
}

/** Condition that an expression is one of these values. */
export function oneOf(
  expression: string,
  values: readonly SQLInputValue[] | undefined,
): Condition | undefined {
  return values && { sql: `${expression} IN (${values.map(() => '?').join()})`, parameters: values };
}

/**
 * Condition that a column of {@link encodeText} begins with a text. An index answers it, since the blobs in such columns
 * sort after all texts.
 */
export function textPrefix(column: string, prefix: string): Condition {
  const bytes = Buffer.from(prefix, 'utf16le');
  const blobs = `(${column} >= x'' AND substr(${column}, 1, ?) = ?)`;
  const parameters = [bytes.length, bytes];
  if (!prefix.isWellFormed() || prefix.includes('\0')) return { sql: blobs, parameters };
  return {
    sql: `(${column} >= ? AND ${column} < ? OR ${blobs})`,
    parameters: [prefix, prefix + afterEveryCharacter, ...parameters],
  };
}

/**
 * Prepares a statement, once for each connection. Integers are read as bigints. Read all rows; use `iterate` only when
 * nothing else can run the same statement meanwhile.
 */
export type Prepare = (sql: string) => Statement;

export function cachedPrepare(database: Database): Prepare {
  const statements = new Map<string, Statement>();
  return (sql) => {
    const known = statements.get(sql);
    if (known !== undefined) return known;
    const statement = database.prepare(sql, { bigIntegers: true });
    statements.set(sql, statement);
    return statement;
  };
}

/** Whether the memory has a table: one of an older schema, in a read-only home, lacks some. */
export function hasTable(prepare: Prepare, name: string): boolean {
  return prepare("SELECT 1 FROM sqlite_schema WHERE type = 'table' AND name = ?").get(name) !== undefined;
}

/** A removed item, with the data needed to find its postings. */
export interface RemovedItem {
  readonly ordinal: number;
  readonly terms: readonly (readonly [term: string, frequency: number])[];
}

/** Writes within one transaction. Refuses writes after its end, so that leftover work cannot write outside of it. */
export class RowWriter {
  readonly prepare: Prepare;
  /** By scope, items whose postings must still be removed (`settleRemovals`). */
  readonly removed = new Map<Scope, RemovedItem[]>();
  /** Whether forgotten data was removed, whose leftovers must be erased. */
  hasForgotten = false;
  /** Whether the home belongs to a team from now on. */
  hasTeam = false;
  changes = 0;
  #ended = false;

  constructor(prepare: Prepare) {
    this.prepare = prepare;
  }

  /** @returns how many rows were changed */
  run(sql: string, ...parameters: readonly SQLInputValue[]): number {
    this.requireOpen();
    const changes = Number(this.prepare(sql).run(...parameters).changes);
    this.changes += changes;
    return changes;
  }

  /** @throws INTERNAL when the transaction is over */
  requireOpen(): void {
    if (!this.#ended) return;
    throw new AfterwitError(
      'INTERNAL',
      'A write after the end of its transaction was refused. This is a fault of afterwit: please report it.',
    );
  }

  end(): void {
    this.#ended = true;
  }
}
