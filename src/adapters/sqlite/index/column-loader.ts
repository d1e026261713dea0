import type { Database } from '../database.ts';
import type { CommitId } from '../../../model/commit.ts';
import { type ColumnName, joinColumn, type SegmentColumns } from './segment-columns.ts';

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
  }

  load<Name extends ColumnName>(name: Name): SegmentColumns[Name] {
    let column = this.#loaded.get(name);
    if (column === undefined) {
      const rows = this.#database
        .prepare(
          `SELECT c.data FROM segment_columns c JOIN segments s ON s.id = c.segment
           WHERE c.name = ? ORDER BY s.first_ordinal`,
        )
        .all(name);
      column = joinColumn(
        name,
        rows.map((row) => row.data as Uint8Array),
      );
      this.#loaded.set(name, column);
    }
    return column as SegmentColumns[Name];
  }
}

export function commitIdBytes(id: CommitId): Uint8Array {
  return Buffer.from(id, 'hex');
}
