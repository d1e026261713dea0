import type { Database } from '../database.ts';
import { damagedIndex } from './seal.ts';
import { type ColumnName, type ColumnsOf, joinColumn, type SegmentKind } from './segment-columns.ts';
import { nextOrdinalOf, readColumn } from './segment-rows.ts';

/** Columns of all segments of a kind, each read on first use and cached until documents are added. */
export class ColumnLoader<Kind extends SegmentKind> {
  readonly #database: Database;
  readonly #kind: Kind;
  readonly #loaded = new Map<keyof ColumnsOf[Kind], unknown>();
  #documentCount = 0;

  constructor(database: Database, kind: Kind) {
    this.#database = database;
    this.#kind = kind;
  }

  /** Makes sure that the columns include `ordinal`; arrays returned earlier stay valid. */
  ensure(ordinal: number): void {
    if (ordinal < this.#documentCount) return;
    this.#loaded.clear();
    this.#documentCount = nextOrdinalOf(this.#database, this.#kind);
    if (ordinal >= this.#documentCount) {
      throw damagedIndex(this.#database, `number ${ordinal} of ${this.#kind} is in no segment`);
    }
  }

  load<Name extends keyof ColumnsOf[Kind] & ColumnName>(name: Name): ColumnsOf[Kind][Name] {
    if (!this.#loaded.has(name)) {
      this.#loaded.set(name, joinColumn(name, readColumn(this.#database, this.#kind, name)));
    }
    return this.#loaded.get(name) as ColumnsOf[Kind][Name];
  }
}
