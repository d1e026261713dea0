import type { Database } from '../database.ts';
import { damagedIndex } from './seal.ts';
import { type ColumnName, joinColumn, type SegmentColumns } from './segment-columns.ts';
import { readColumn } from './segment-rows.ts';

/** Columns of the whole index, each read when first asked for and kept until commits were added. */
export class ColumnLoader {
  readonly #database: Database;
  readonly #loaded = new Map<ColumnName, SegmentColumns[ColumnName]>();
  #commitCount = 0;

  constructor(database: Database) {
    this.#database = database;
  }

  /** Makes sure that the columns reach to `ordinal`; earlier arrays stay valid for those who hold them. */
  ensure(ordinal: number): void {
    if (ordinal < this.#commitCount) return;
    this.#loaded.clear();
    const row = this.#database.prepare('SELECT coalesce(sum(commit_count), 0) AS total FROM segments').get();
    this.#commitCount = row?.total as number;
    if (ordinal >= this.#commitCount)
      throw damagedIndex(this.#database, `commit ${ordinal} is in no segment`);
  }

  load<Name extends ColumnName>(name: Name): SegmentColumns[Name] {
    let column = this.#loaded.get(name);
    if (column === undefined) {
      column = joinColumn(name, readColumn(this.#database, name));
      this.#loaded.set(name, column);
    }
    return column as SegmentColumns[Name];
  }
}
