import { deflateRawSync, deflateSync, inflateRawSync, inflateSync } from 'node:zlib';
import type { LearnedWeights } from '../../../model/answers/file-location.ts';
import type { CommitId, TreeEntry } from '../../../model/repository.ts';
import type { FixExample } from '../../../ports/repository-index.ts';
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

/** The fastest level already shrinks the rows to a sixth, because most features of most files are 0. */
const compression = { level: 1 } as const;

/** Training examples and learned weights. Write inside a transaction. */
export class SqliteLearningIndex {
  readonly #database: Database;
  readonly #findExample: Statement;
  readonly #findWeights: Statement;

  constructor(database: Database) {
    this.#database = database;
    this.#findExample = database.prepare(`${selectFrom('fix_examples')} WHERE commit_id = ? AND version = ?`);
    this.#findWeights = database.prepare(selectFrom('learned_weights'));
  }

  examples(version: string, fixes: readonly CommitId[]): ReadonlyMap<CommitId, FixExample> {
    const found = new Map<CommitId, FixExample>();
    for (const fix of fixes) {
      const example = this.#example(version, fix);
      if (example !== undefined) found.set(fix, example);
    }
    return found;
  }

  keepExamples(version: string, examples: ReadonlyMap<CommitId, FixExample>): void {
    this.#database.prepare('DELETE FROM fix_examples WHERE version <> ?').run(version);
    const write = sealedWriter(this.#database, 'fix_examples', 'INSERT OR REPLACE');
    for (const [fix, { rows, ...answer }] of examples) {
      const bytes = new Uint8Array(rows.buffer, rows.byteOffset, rows.byteLength);
      write([encodeCommitId(fix), version, JSON.stringify(answer), deflateRawSync(bytes, compression)]);
    }
  }

  weights(version: string): LearnedWeights | undefined {
    const row = this.#findWeights.get();
    if (row === undefined || row.version !== version) return undefined;
    checkedRow(this.#database, 'learned_weights', row);
    return JSON.parse(row.learned as string) as LearnedWeights;
  }

  keepWeights(version: string, learned: LearnedWeights): void {
    const write = sealedWriter(this.#database, 'learned_weights', 'INSERT OR REPLACE', 'one');
    write([version, JSON.stringify(learned)], 1);
  }

  hasWeights(): boolean {
    return this.#findWeights.get() !== undefined;
  }

  forgetWeights(): void {
    this.#database.exec('DELETE FROM learned_weights');
  }

  #example(version: string, fix: CommitId): FixExample | undefined {
    const row = this.#findExample.get(encodeCommitId(fix), version);
    if (row === undefined) return undefined;
    const { answer, features } = checkedRow(this.#database, 'fix_examples', row);
    // Copied for alignment: a typed array must begin at a multiple of its element size.
    const bytes = Uint8Array.from(inflateRawSync(features as Uint8Array));
    return {
      ...(JSON.parse(answer as string) as Omit<FixExample, 'rows'>),
      rows: new Float64Array(bytes.buffer),
    };
  }
}
