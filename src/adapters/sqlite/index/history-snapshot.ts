import { AfterwitError } from '../../../model/errors.ts';
import type { CommitId, FileChange, TreeEntry } from '../../../model/repository.ts';
import type {
  ChangeColumns,
  CommitRelation,
  HistorySnapshot,
  PostingList,
  SnapshotCounts,
  StoredCommit,
} from '../../../ports/repository-index.ts';
import type { Database, Statement } from '../database.ts';
import type { PathTable } from './path-table.ts';
import { decodeChanges, decodeCommitId, decodeTree, encodeCommitId } from './row-codecs.ts';
import { checkedRow, damagedIndex, selectFrom } from './sealed-rows.ts';
import { noParent } from './segment-columns.ts';
import { PostingsCache, postingsReader } from './segment-postings.ts';
import type { ColumnLoader } from './segments.ts';

interface CommitRow {
  readonly ordinal: number;
  readonly id: Uint8Array;
  readonly committed_at_ms: number;
  readonly authored_at_ms: number;
  readonly author: string;
  readonly changes: Uint8Array;
  readonly message: string;
}

/** @throws COMMIT_NOT_INDEXED */
export function openHistorySnapshot(
  database: Database,
  columns: ColumnLoader<'commits'>,
  paths: PathTable,
  commit: CommitId,
): HistorySnapshot {
  const row = database.prepare('SELECT ordinal FROM commits WHERE id = ?').get(encodeCommitId(commit));
  if (row === undefined) {
    throw new AfterwitError(
      'COMMIT_NOT_INDEXED',
      `Commit ${commit.slice(0, 12)} is not in the index yet. Run "afterwit index --as-of ${commit.slice(0, 12)}".`,
      { data: { commit } },
    );
  }
  const ordinal = row.ordinal as number;
  columns.ensure(ordinal);
  return new SqliteHistorySnapshot(database, columns, paths, commit, ordinal);
}

class SqliteHistorySnapshot implements HistorySnapshot {
  readonly commit: CommitId;
  readonly commitCount: number;
  readonly ordinalCount: number;
  readonly documentLengths: Uint16Array;
  readonly averageDocumentLength: number;
  readonly #database: Database;
  readonly #columns: ColumnLoader<'commits'>;
  readonly #paths: PathTable;
  readonly #ancestry: Ancestry;
  readonly #parentOffsets: Uint32Array;
  readonly #commitAt: Statement;
  readonly #readPostings: (term: string) => PostingList | undefined;
  readonly #postings = new PostingsCache();
  #tree: readonly TreeEntry[] | undefined;

  constructor(
    database: Database,
    columns: ColumnLoader<'commits'>,
    paths: PathTable,
    commit: CommitId,
    ordinal: number,
  ) {
    this.#database = database;
    this.#columns = columns;
    this.#paths = paths;
    this.commit = commit;
    this.ordinalCount = ordinal + 1;
    this.#parentOffsets = columns.load('parentOffsets');
    this.#ancestry = findAncestors(ordinal, this.#parentOffsets, columns.load('parents'));
    this.commitCount = this.#ancestry.commitCount;
    this.documentLengths = columns.load('documentLengths').subarray(0, this.ordinalCount);
    this.averageDocumentLength = averageLength(this.documentLengths, this.#ancestry);
    this.#commitAt = database.prepare(`${selectFrom('commits')} WHERE ordinal = ?`);
    const isWhole = this.commitCount === this.ordinalCount;
    this.#readPostings = postingsReader(
      database,
      'commits',
      this.ordinalCount,
      isWhole ? undefined : this.#ancestry.visible,
    );
  }

  get committedAtMs(): number {
    return this.times[this.ordinalCount - 1] as number;
  }

  get times(): Float64Array {
    return this.#columns.load('times').subarray(0, this.ordinalCount);
  }

  get changes(): ChangeColumns {
    return {
      offsets: this.#columns.load('changeOffsets'),
      pathIds: this.#columns.load('changePaths'),
      previousPathIds: this.#columns.load('changePreviousPaths'),
      statuses: this.#columns.load('changeStatuses'),
    };
  }

  get pathCount(): number {
    return this.#paths.count();
  }

  includes(ordinal: number): boolean {
    return this.#ancestry.visible[ordinal] === 1;
  }

  isMerge(ordinal: number): boolean {
    return (this.#parentOffsets[ordinal + 1] as number) - (this.#parentOffsets[ordinal] as number) > 1;
  }

  /** Cached with the snapshot: term selection needs the frequencies, then scoring the same lists. */
  postings(term: string): PostingList | undefined {
    return this.#postings.get(term, () => this.#readPostings(term));
  }

  ordinalOf(id: CommitId): number | undefined {
    const row = this.#database.prepare('SELECT ordinal FROM commits WHERE id = ?').get(encodeCommitId(id));
    const ordinal = row?.ordinal as number | undefined;
    return ordinal !== undefined && this.includes(ordinal) ? ordinal : undefined;
  }

  ordinalOfPrefix(idPrefix: string): number | undefined {
    const even = idPrefix.slice(0, idPrefix.length - (idPrefix.length % 2));
    const rows = this.#database
      .prepare('SELECT ordinal, id FROM commits WHERE id >= ? AND id <= ?')
      .all(Buffer.from(even, 'hex'), Buffer.from(even.padEnd(2 * longestIdBytes, 'f'), 'hex'))
      .filter((row) => decodeCommitId(row.id).startsWith(idPrefix))
      .filter((row) => this.includes(row.ordinal as number));
    return rows.length === 1 ? (rows[0]?.ordinal as number) : undefined;
  }

  parentsOf(ordinal: number): readonly CommitId[] {
    return this.parentOrdinalsOf(ordinal).map((parent) => this.stored(parent).id);
  }

  parentOrdinalsOf(ordinal: number): readonly number[] {
    const start = this.#parentOffsets[ordinal] as number;
    const parents = this.#columns.load('parents').subarray(start, this.#parentOffsets[ordinal + 1]);
    return [...parents].filter((parent) => parent !== noParent);
  }

  stored(ordinal: number): StoredCommit {
    const row = this.#commit(ordinal);
    return {
      ordinal,
      id: decodeCommitId(row.id),
      committedAtMs: row.committed_at_ms,
      authoredAtMs: row.authored_at_ms,
      author: row.author,
      message: row.message,
    };
  }

  changesOf(ordinal: number): readonly FileChange[] {
    return decodeChanges(this.#commit(ordinal).changes, (pathId) => this.path(pathId));
  }

  #commit(ordinal: number): CommitRow {
    const row = this.#commitAt.get(ordinal);
    if (row === undefined) throw damagedIndex(this.#database, `commit ${ordinal} is missing`);
    return checkedRow(this.#database, 'commits', row) as unknown as CommitRow;
  }

  path(pathId: number): string {
    return this.#paths.path(pathId);
  }

  pathId(path: string): number | undefined {
    return this.#paths.find(path);
  }

  commitsOfIssue(issue: string): readonly { readonly ordinal: number; readonly closes: boolean }[] {
    return this.#database
      .prepare(`${selectFrom('issue_links')} WHERE issue = ? ORDER BY ordinal`)
      .all(issue)
      .map((row) => checkedRow(this.#database, 'issue_links', row))
      .map(({ ordinal, closes }) => ({ ordinal: ordinal as number, closes: closes === 1 }))
      .filter(({ ordinal }) => this.includes(ordinal));
  }

  commitsReferringTo(
    id: CommitId,
  ): readonly { readonly ordinal: number; readonly relation: CommitRelation }[] {
    return this.#database
      .prepare(`${selectFrom('commit_links')} WHERE target BETWEEN ? AND ? ORDER BY ordinal`)
      .all(id.slice(0, 7), id)
      .filter((row) => id.startsWith(row.target as string) && this.includes(row.ordinal as number))
      .map((row) => checkedRow(this.#database, 'commit_links', row))
      .map(({ ordinal, relation }) => ({
        ordinal: ordinal as number,
        relation: relation as CommitRelation,
      }));
  }

  count(): SnapshotCounts {
    const { times } = this;
    let merges = 0;
    let firstCommitAtMs = Number.POSITIVE_INFINITY;
    let lastCommitAtMs = Number.NEGATIVE_INFINITY;
    for (let ordinal = 0; ordinal < this.ordinalCount; ordinal++) {
      if (!this.includes(ordinal)) continue;
      if (this.isMerge(ordinal)) merges++;
      firstCommitAtMs = Math.min(firstCommitAtMs, times[ordinal] as number);
      lastCommitAtMs = Math.max(lastCommitAtMs, times[ordinal] as number);
    }
    return {
      authors: this.#countVisible('author', 'commits'),
      merges,
      issueLinks: this.#countVisible('ordinal', 'issue_links'),
      reverts: this.#countVisible('ordinal', "commit_links WHERE relation = 'reverts'"),
      firstCommitAtMs,
      lastCommitAtMs,
    };
  }

  /** Values of a column that commits of the snapshot have; SQLite counts them where it is all of the index. */
  #countVisible(column: 'author' | 'ordinal', rows: string): number {
    if (this.#isAll()) {
      const row = this.#database.prepare(`SELECT count(DISTINCT ${column}) AS count FROM ${rows}`).get();
      return row?.count as number;
    }
    const values = new Set<unknown>();
    for (const row of this.#database.prepare(`SELECT ordinal, ${column} AS value FROM ${rows}`).iterate())
      if (this.includes(row.ordinal as number)) values.add(row.value);
    return values.size;
  }

  /** Whether the index has no commit beside those of the snapshot. */
  #isAll(): boolean {
    const last = this.#database.prepare('SELECT max(ordinal) AS last FROM commits').get()?.last as number;
    return this.commitCount === last + 1;
  }

  tree(): readonly TreeEntry[] | undefined {
    this.#tree ??= this.#readTree();
    return this.#tree;
  }

  /** With the ids of its paths, which whoever reads a tree asks for next. */
  #readTree(): readonly TreeEntry[] | undefined {
    const id = encodeCommitId(this.commit);
    const row = this.#database.prepare(`${selectFrom('trees')} WHERE commit_id = ?`).get(id);
    if (row === undefined) return undefined;
    const entries = decodeTree(checkedRow(this.#database, 'trees', row).entries as Uint8Array);
    this.#paths.remember(entries.map(({ path }) => path));
    return entries;
  }
}

const longestIdBytes = 32;

function averageLength(documentLengths: Uint16Array, ancestry: Ancestry): number {
  let sum = 0;
  for (let i = 0; i < documentLengths.length; i++) {
    sum += (documentLengths[i] as number) * (ancestry.visible[i] as number);
  }
  return ancestry.commitCount === 0 ? 0 : sum / ancestry.commitCount;
}

export interface Ancestry {
  /** 1 for the commit and each of its ancestors, by ordinal. */
  readonly visible: Uint8Array;
  readonly commitCount: number;
}

/**
 * The commit at `ordinal` and all its ancestors. Parents always have smaller ordinals than their children, so one
 * downward sweep visits each commit after all its descendants.
 */
export function findAncestors(ordinal: number, parentOffsets: Uint32Array, parents: Uint32Array): Ancestry {
  const visible = new Uint8Array(ordinal + 1);
  visible[ordinal] = 1;
  let commitCount = 0;
  for (let current = ordinal; current >= 0; current--) {
    if (visible[current] === 0) continue;
    commitCount++;
    for (let i = parentOffsets[current] as number; i < (parentOffsets[current + 1] as number); i++) {
      const parent = parents[i] as number;
      if (parent !== noParent) visible[parent] = 1;
    }
  }
  return { visible, commitCount };
}
