import { deflateSync, inflateSync } from 'node:zlib';
import type { CommitId, TreeEntry } from '../../../model/repository.ts';
import type { Database, Row, Statement } from '../database.ts';
import type { PathTable } from './path-table.ts';
import { decodeTree, encodeCommitId, encodeTree } from './row-codecs.ts';
import { checkedRow, sealedWriter, selectFrom } from './sealed-rows.ts';

/** Rows kept of each table, of the commits written last. */
const mostKept = { trees: 8, derived: 24 } as const;

/** Trees of commits, and values made from the whole history of one: no later commit changes them. Write inside a transaction. */
export class KeptByCommit {
  readonly #database: Database;
  readonly #paths: PathTable;
  readonly #treeOf: Statement;
  readonly #valueOf: Statement;

  constructor(database: Database, paths: PathTable) {
    this.#database = database;
    this.#paths = paths;
    this.#treeOf = database.prepare(`${selectFrom('trees')} WHERE commit_id = ?`);
    this.#valueOf = database.prepare(`${selectFrom('derived')} WHERE commit_id = ? AND name = ?`);
  }

  /** Its paths are known to the table of paths afterwards: a caller that reads a tree asks for their ids next. */
  tree(commit: CommitId): readonly TreeEntry[] | undefined {
    const row = this.#treeRow(commit);
    if (row === undefined) return undefined;
    const entries = decodeTree(row.entries as Uint8Array);
    this.#paths.remember(
      entries.map(({ path }) => path),
      pathIdsOf(row),
    );
    return entries;
  }

  pathIds(commit: CommitId): Uint32Array | undefined {
    const row = this.#treeRow(commit);
    return row && pathIdsOf(row);
  }

  storeTree(commit: CommitId, entries: readonly TreeEntry[]): void {
    const ids = Uint32Array.from(entries, ({ path }) => this.#paths.find(path) ?? 0);
    this.#write('trees', [encodeCommitId(commit), encodeTree(entries), new Uint8Array(ids.buffer)]);
  }

  value(commit: CommitId, name: string): unknown {
    const row = this.#valueOf.get(encodeCommitId(commit), name);
    if (row === undefined) return undefined;
    const { value } = checkedRow(this.#database, 'derived', row);
    return JSON.parse(inflateSync(value as Uint8Array).toString('utf8'));
  }

  keepValue(commit: CommitId, name: string, value: unknown): void {
    const packed = deflateSync(JSON.stringify(value), { level: 1 });
    this.#write('derived', [encodeCommitId(commit), name, packed]);
  }

  #treeRow(commit: CommitId): Row | undefined {
    const row = this.#treeOf.get(encodeCommitId(commit));
    return row && checkedRow(this.#database, 'trees', row);
  }

  #write(table: keyof typeof mostKept, values: Parameters<ReturnType<typeof sealedWriter>>[0]): void {
    const sequence = nextSequence(this.#database, table);
    sealedWriter(this.#database, table, 'INSERT OR REPLACE', 'sequence')(values, sequence);
    keepLatest(this.#database, table, sequence, mostKept[table]);
  }
}

function pathIdsOf(row: Row): Uint32Array {
  return new Uint32Array(Uint8Array.from(row.path_ids as Uint8Array).buffer);
}

type SequencedTable = 'heads' | keyof typeof mostKept;

export function nextSequence(database: Database, table: SequencedTable): number {
  const row = database.prepare(`SELECT coalesce(max(sequence), 0) + 1 AS next FROM ${table}`).get();
  return row?.next as number;
}

/** Replaced rows leave gaps in the sequence, so fewer rows may be kept. */
export function keepLatest(database: Database, table: SequencedTable, sequence: number, count: number): void {
  database.prepare(`DELETE FROM ${table} WHERE sequence <= ?`).run(sequence - count);
}
