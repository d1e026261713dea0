import type { LearnedWeights } from '../../../model/answers/file-location.ts';
import { type ErrorCode, isAfterwitError } from '../../../model/errors.ts';
import type { CommitId, TreeEntry, UnreadableCommit } from '../../../model/repository.ts';
import type {
  CodeSnapshot,
  FixExample,
  HistorySnapshot,
  IndexedBlob,
  IndexedCommit,
  IndexLease,
  IndexState,
  KnownCode,
  RepositoryIndex,
} from '../../../ports/repository-index.ts';
import type { Database, Statement } from '../database.ts';
import { openFreeLock } from '../file-lock.ts';
import { SqliteCodeIndex } from './code-index.ts';
import { openHistorySnapshot } from './history-snapshot.ts';
import { type IndexOptions, indexBytes, noteChecked } from './index-files.ts';
import { KeptByCommit, keepLatest, nextSequence, SqliteLearningIndex } from './kept-by-commit.ts';
import { mergeSegments } from './merge-segments.ts';
import { PathTable } from './path-table.ts';
import { decodeCommitId, encodeChanges, encodeCommitId } from './row-codecs.ts';
import { sealedWriter } from './sealed-rows.ts';
import { columnNames } from './segment-columns.ts';
import {
  addSegment,
  buildColumns,
  ColumnLoader,
  columnWriter,
  findIndexDamage,
  writeAllPostings,
} from './segments.ts';

/**
 * Maximum number of stored heads; the oldest are dropped. Their commits stay, and only a later listing takes longer.
 */
const mostHeads = 64;

const dispensable: ReadonlySet<ErrorCode> = new Set(['DISK_FULL', 'HOME_NOT_WRITABLE', 'INDEX_BUSY']);

export class SqliteRepositoryIndex implements RepositoryIndex {
  readonly writable: boolean;
  readonly #database: Database;
  readonly #columns: ColumnLoader<'commits'>;
  readonly #code: SqliteCodeIndex;
  readonly #learning: SqliteLearningIndex;
  readonly #paths: PathTable;
  readonly #kept: KeptByCommit;
  /** A commit's history stays as it is; one command asks for it several times. */
  #latest: HistorySnapshot | undefined;
  #lock: { close(): void } | undefined;
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
    this.#kept = new KeptByCommit(database, this.#paths);
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
      const sequence = nextSequence(this.#database, 'heads');
      this.#database
        .prepare('INSERT OR REPLACE INTO heads (id, sequence) VALUES (?, ?)')
        .run(encodeCommitId(head), sequence);
      keepLatest(this.#database, 'heads', sequence, mostHeads);
      this.#setMeta('updated_at_ms', this.#clock.nowMs());
      for (const { id, part, reason } of unreadable) this.#addUnreadable(id, part, reason);
    });
    this.#database.exec('PRAGMA wal_checkpoint(PASSIVE)');
    this.#noteChecked();
  }

  storeTree(commit: CommitId, entries: readonly TreeEntry[]): void {
    this.#keep(() => this.#kept.storeTree(commit, entries));
  }

  at(commit: CommitId): HistorySnapshot {
    if (this.#latest?.commit === commit) return this.#latest;
    this.#latest = openHistorySnapshot(this.#database, this.#columns, this.#paths, {
      commit,
      tree: () => this.#kept.tree(commit),
      treePathIds: () => this.#kept.pathIds(commit),
      kept: (name) => this.#kept.value(commit, name),
      keep: (name, value) => this.#keep(() => this.#kept.keepValue(commit, name, value)),
    });
    return this.#latest;
  }

  unknownBlobs(blobIds: readonly string[]): readonly string[] {
    return this.#code.unknown(blobIds);
  }

  appendBlobs(blobs: readonly IndexedBlob[]): void {
    this.#transact(() => this.#code.append(blobs));
  }

  completeBlobs(): void {
    this.#transact(() => {
      mergeSegments(this.#database, 'blobs');
      mergeSegments(this.#database, 'chunks');
    });
    this.#database.exec('PRAGMA wal_checkpoint(PASSIVE)');
  }

  code(entries: readonly TreeEntry[], known?: KnownCode): CodeSnapshot {
    return this.#code.at(entries, known);
  }

  fixExamples(version: string, fixes: readonly CommitId[]): ReadonlyMap<CommitId, FixExample> {
    return this.#learning.examples(version, fixes);
  }

  keepFixExamples(version: string, examples: ReadonlyMap<CommitId, FixExample>): void {
    this.#transact(() => this.#learning.keepExamples(version, examples));
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
    if (this.#lock !== undefined) return undefined;
    const { path } = this.#database;
    // No other process has an index in memory.
    const lock =
      path === ':memory:'
        ? { close: () => undefined }
        : openFreeLock(`${path}.indexing`, { subject: 'index', path });
    this.#lock = lock;
    const release = () => {
      lock?.close();
      this.#lock = undefined;
    };
    return lock && { release };
  }

  findDamage(): string | undefined {
    return findIndexDamage(this.#database);
  }

  close(): void {
    this.#lock?.close();
    this.#database.close();
    // The last connection to close moves the log into the file.
    if (this.#hasWritten) this.#noteChecked();
    this.#hasWritten = false;
  }

  /** Keeps data that can be made again: a full disk or a busy index must not fail an answer. */
  #keep(work: () => void): void {
    if (!this.writable) return;
    try {
      this.#transact(work);
    } catch (fault) {
      if (!isAfterwitError(fault) || !dispensable.has(fault.code)) throw fault;
    }
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

  #setMeta(key: string, value: number): void {
    this.#database.prepare('INSERT OR REPLACE INTO meta (key, value) VALUES (?, ?)').run(key, value);
  }
}
