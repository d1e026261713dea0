import type { SQLInputValue, SQLOutputValue } from 'node:sqlite';
import { crc32 } from 'node:zlib';
import type { DamagedRow } from '../../../ports/memory-store.ts';
import type { Row } from '../database.ts';
import type { RowWriter } from './row-writer.ts';

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
      // A schema before it has no such column.
      ...(this.#later && { later: plainValue(row[this.#later] ?? null) }),
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
