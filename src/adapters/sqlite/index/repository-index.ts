import { deflateSync, inflateSync } from 'node:zlib';
import type { FileSummary, LearnedWeights } from '../../../model/answers/file-location.ts';
import type { CommitId, TreeEntry, UnreadableCommit } from '../../../model/repository.ts';
import type {
  CodeSnapshot,
  FixExample,
  HistorySnapshot,
  IndexedBlob,
  IndexedCommit,
  IndexLease,
  IndexState,
  RepositoryIndex,
} from '../../../ports/repository-index.ts';
import type { Database, Statement } from '../database.ts';
import { SqliteCodeIndex } from './code-index.ts';
import { findIndexDamage } from './find-index-damage.ts';
import { openHistorySnapshot } from './history-snapshot.ts';
import { type IndexOptions, indexBytes, noteChecked } from './index-files.ts';
import { SqliteLearningIndex } from './learning-index.ts';
import { Lease } from './lease.ts';
import { mergeSegments } from './merge-segments.ts';
import { PathTable } from './path-table.ts';
import { decodeCommitId, encodeChanges, encodeCommitId, encodeTree } from './row-codecs.ts';
import { sealedWriter } from './sealed-rows.ts';
import { columnNames } from './segment-columns.ts';
import { addSegment, buildColumns, ColumnLoader, columnWriter, writeAllPostings } from './segments.ts';

/**
 * Maximum number of stored heads; the oldest are dropped. Their commits stay, and only a later listing takes longer.
 */
const mostHeads = 64;
/** Number of stored trees, of the most recently used commits. */
const mostTrees = 8;

interface KeptSummaries {
  readonly key: string;
  readonly summaries: readonly FileSummary[];
}

export class SqliteRepositoryIndex implements RepositoryIndex {
  readonly writable: boolean;
  readonly #database: Database;
  readonly #columns: ColumnLoader<'commits'>;
  readonly #code: SqliteCodeIndex;
  readonly #learning: SqliteLearningIndex;
  readonly #paths: PathTable;
  readonly #lease: Lease;
  readonly #clock: IndexOptions['clock'];
  readonly #ordinalOf: Statement;
  #hasWritten = false;

  constructor(database: Database, options: IndexOptions) {
    this.writable = database.writable;
    this.#database = database;
    this.#columns = new ColumnLoader(database, 'commits');
    this.#code = new SqliteCodeIndex(database);
    this.#learning = new SqliteLearningIndex(database);
    this.#paths = new PathTable(database);
    this.#lease = new Lease(database, options.clock, options.random, options.leaseMs);
    this.#clock = options.clock;
    this.#ordinalOf = database.prepare('SELECT ordinal FROM commits WHERE id = ?');
  }

  state(): IndexState {
    return this.#database.read(() => {
      const updatedAtMs = this.#meta('updated_at_ms');
      return {
        commitCount: this.#nextOrdinal(),
        heads: this.#ids('SELECT id FROM heads ORDER BY sequence DESC'),
        missingParents: this.#ids('SELECT id FROM missing_parents LIMIT 1000'),
        cutCommits: this.#ids('SELECT id FROM cut_commits LIMIT 1000'),
        unreadable: this.#unreadable(),
        ...(typeof updatedAtMs === 'number' ? { updatedAtMs } : {}),
        bytes: indexBytes(this.#database.path),
        path: this.#database.path,
      };
    });
  }

  unknown(ids: readonly CommitId[]): readonly CommitId[] {
    return ids.filter((id) => this.#ordinalOf.get(encodeCommitId(id)) === undefined);
  }

  append(commits: readonly IndexedCommit[]): void {
    try {
      this.#transact(() => {
        const distinct = new Map(commits.map((commit) => [commit.record.id, commit]));
        const added = this.unknown([...distinct.keys()]).map((id) => distinct.get(id) as IndexedCommit);
        if (added.length > 0) this.#appendSegment(added);
        this.#lease.renew();
      });
    } catch (fault) {
      // Path ids assigned in a failed transaction were never stored.
      this.#paths.forget();
      throw fault;
    }
  }

  complete(head: CommitId, unreadable: readonly UnreadableCommit[]): void {
    this.#transact(() => {
      mergeSegments(this.#database, 'commits');
      const sequence = this.#nextSequence('heads');
      this.#database
        .prepare('INSERT OR REPLACE INTO heads (id, sequence) VALUES (?, ?)')
        .run(encodeCommitId(head), sequence);
      this.#keepLatest('heads', sequence, mostHeads);
      this.#setMeta('updated_at_ms', this.#clock.nowMs());
      for (const { id, part, reason } of unreadable) this.#addUnreadable(id, part, reason);
    });
    this.#database.exec('PRAGMA wal_checkpoint(PASSIVE)');
    this.#noteChecked();
  }

  storeTree(commit: CommitId, entries: readonly TreeEntry[]): void {
    const id = encodeCommitId(commit);
    this.#transact(() => {
      const sequence = this.#nextSequence('trees');
      const write = sealedWriter(this.#database, 'trees', 'INSERT OR REPLACE', 'sequence');
      write([id, encodeTree(entries)], sequence);
      this.#keepLatest('trees', sequence, mostTrees);
    });
  }

  at(commit: CommitId): HistorySnapshot {
    return openHistorySnapshot(this.#database, this.#columns, this.#paths, commit);
  }

  unknownBlobs(blobIds: readonly string[]): readonly string[] {
    return this.#code.unknown(blobIds);
  }

  appendBlobs(blobs: readonly IndexedBlob[]): void {
    this.#transact(() => {
      this.#code.append(blobs);
      this.#lease.renew();
    });
  }

  completeBlobs(): void {
    this.#transact(() => {
      mergeSegments(this.#database, 'blobs');
      mergeSegments(this.#database, 'chunks');
    });
    this.#database.exec('PRAGMA wal_checkpoint(PASSIVE)');
  }

  code(entries: readonly TreeEntry[]): CodeSnapshot {
    return this.#code.at(entries);
  }

  fixExamples(version: string, fixes: readonly CommitId[]): ReadonlyMap<CommitId, FixExample> {
    return this.#learning.examples(version, fixes);
  }

  keepFixExamples(version: string, examples: ReadonlyMap<CommitId, FixExample>): void {
    this.#transact(() => this.#learning.keepExamples(version, examples));
  }

  keptSummaries(key: string): readonly FileSummary[] | undefined {
    const packed = this.#meta('summaries');
    if (!(packed instanceof Uint8Array)) return undefined;
    try {
      const kept = JSON.parse(inflateSync(packed).toString('utf8')) as KeptSummaries;
      return kept.key === key ? kept.summaries : undefined;
    } catch {
      // Its checksum is wrong: the summaries are made anew, and take its place.
      return undefined;
    }
  }

  keepSummaries(key: string, summaries: readonly FileSummary[]): void {
    const kept: KeptSummaries = { key, summaries };
    const packed = deflateSync(JSON.stringify(kept), { level: 1 });
    this.#transact(() => this.#setMeta('summaries', packed));
  }

  learnedWeights(version: string): LearnedWeights | undefined {
    return this.#learning.weights(version);
  }

  keepLearnedWeights(version: string, learned: LearnedWeights): void {
    this.#transact(() => this.#learning.keepWeights(version, learned));
  }

  forgetLearnedWeights(): boolean {
    if (!this.#learning.hasWeights()) return false;
    this.#transact(() => this.#learning.forgetWeights());
    return true;
  }

  acquireLease(): IndexLease | undefined {
    this.#hasWritten = true;
    return this.#lease.acquire();
  }

  findDamage(): string | undefined {
    return findIndexDamage(this.#database);
  }

  close(): void {
    this.#database.close();
    // The last connection to close moves the log into the file.
    if (this.#hasWritten) this.#noteChecked();
    this.#hasWritten = false;
  }

  #transact(work: () => void): void {
    this.#hasWritten = true;
    this.#database.transact(work);
  }

  #noteChecked(): void {
    if (this.#database.path !== ':memory:') noteChecked(this.#database.path);
  }

  #appendSegment(commits: readonly IndexedCommit[]): void {
    const first = this.#nextOrdinal();
    this.#insertCommits(commits, first);
    const segment = addSegment(this.#database, 'commits', first, commits.length);
    const columns = buildColumns(commits, {
      ordinalOf: (id) => this.#ordinalOf.get(encodeCommitId(id as CommitId))?.ordinal as number | undefined,
      pathId: (path) => this.#paths.ensure(path),
    });
    const writeColumn = columnWriter(this.#database);
    for (const name of columnNames.commits) writeColumn(segment, name, columns[name]);
    writeAllPostings(
      this.#database,
      segment,
      commits.map(({ terms }) => terms),
    );
  }

  #insertCommits(commits: readonly IndexedCommit[], first: number): void {
    const writeCommit = sealedWriter(this.#database, 'commits');
    const writeIssue = sealedWriter(this.#database, 'issue_links');
    const writeReference = sealedWriter(this.#database, 'commit_links');
    const insertCut = this.#database.prepare('INSERT OR IGNORE INTO cut_commits (id) VALUES (?)');
    const insertMissing = this.#database.prepare('INSERT OR IGNORE INTO missing_parents (id) VALUES (?)');
    commits.forEach(({ record, issues, references }, index) => {
      const ordinal = first + index;
      const id = encodeCommitId(record.id);
      const changes = encodeChanges(record.changes, (path) => this.#paths.ensure(path));
      const { committedAtMs, authoredAtMs, author, message } = record;
      writeCommit([ordinal, id, committedAtMs, authoredAtMs, author, changes, message]);
      for (const { issue, closes } of issues) writeIssue([issue, ordinal, closes ? 1 : 0]);
      for (const { target, relation } of references) writeReference([target, ordinal, relation]);
      if (record.isCut === true) insertCut.run(id);
      for (const parent of this.unknown(record.parents)) insertMissing.run(encodeCommitId(parent));
      if (record.unreadable !== undefined)
        this.#addUnreadable(record.id, record.unreadable.part, record.unreadable.reason);
    });
  }

  #nextSequence(table: 'heads' | 'trees'): number {
    const row = this.#database.prepare(`SELECT coalesce(max(sequence), 0) + 1 AS next FROM ${table}`).get();
    return row?.next as number;
  }

  /** Replaced rows leave gaps in the sequence, so fewer rows may be kept. */
  #keepLatest(table: 'heads' | 'trees', sequence: number, count: number): void {
    this.#database.prepare(`DELETE FROM ${table} WHERE sequence <= ?`).run(sequence - count);
  }

  #addUnreadable(id: CommitId, part: string, reason: string): void {
    this.#database
      .prepare('INSERT OR REPLACE INTO unreadable (id, part, reason) VALUES (?, ?, ?)')
      .run(encodeCommitId(id), part, reason);
  }

  #unreadable(): readonly UnreadableCommit[] {
    return this.#database
      .prepare('SELECT id, part, reason FROM unreadable ORDER BY part, id')
      .all()
      .map((row) => ({
        id: decodeCommitId(row.id),
        part: row.part === 'commit' ? 'commit' : 'changes',
        reason: row.reason as string,
      }));
  }

  #ids(sql: string): readonly CommitId[] {
    return this.#database
      .prepare(sql)
      .all()
      .map((row) => decodeCommitId(row.id));
  }

  #nextOrdinal(): number {
    return this.#database.prepare('SELECT coalesce(max(ordinal) + 1, 0) AS next FROM commits').get()
      ?.next as number;
  }

  #meta(key: string): unknown {
    return this.#database.prepare('SELECT value FROM meta WHERE key = ?').get(key)?.value;
  }

  #setMeta(key: string, value: number | Uint8Array): void {
    this.#database.prepare('INSERT OR REPLACE INTO meta (key, value) VALUES (?, ?)').run(key, value);
  }
}
