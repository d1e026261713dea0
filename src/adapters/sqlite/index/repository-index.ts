import { type ErrorCode, isAfterwitError } from '../../../model/errors.ts';
import type { CommitId, UnreadableCommit } from '../../../model/repository.ts';
import type { HistorySnapshot, IndexedCommit, RepositoryIndex } from '../../../ports/repository-index.ts';
import type { Database, Statement } from '../database.ts';
import { openFreeLock } from '../file-lock.ts';
import { codeIndex } from './code-index.ts';
import { openHistorySnapshot } from './history-snapshot.ts';
import { type IndexOptions, indexBytes, noteChecked } from './index-files.ts';
import { keepLatest, keptByCommit, learningIndex, nextSequence } from './kept-by-commit.ts';
import { mergeSegments } from './merge-segments.ts';
import { PathTable } from './path-table.ts';
import { decodeCommitId, encodeChanges, encodeCommitId } from './row-codecs.ts';
import { sealedWriter } from './sealed-rows.ts';
import { appendSegment, buildColumns, ColumnLoader, findIndexDamage } from './segments.ts';

/**
 * Maximum number of stored heads; the oldest are dropped. Their commits stay, and only a later listing takes longer.
 */
const mostHeads = 64;

const dispensable: ReadonlySet<ErrorCode> = new Set(['DISK_FULL', 'HOME_NOT_WRITABLE', 'INDEX_BUSY']);

/** The index in a database that has its tables. */
export function repositoryIndex(database: Database, { clock }: IndexOptions): RepositoryIndex {
  const columns = new ColumnLoader(database, 'commits');
  const paths = new PathTable(database);
  const ordinalOf = database.prepare('SELECT ordinal FROM commits WHERE id = ?');
  const { writable, path } = database;
  /** A commit's history stays as it is; one command asks for it several times. */
  let latest: HistorySnapshot | undefined;
  let lock: { close(): void } | undefined;
  let hasWritten = false;
  const transact = (work: () => void): void => {
    hasWritten = true;
    database.transact(work);
  };
  /** Keeps data that can be made again: a full disk or a busy index must not fail an answer. */
  const keep = (work: () => void): void => {
    if (!writable) return;
    try {
      transact(work);
    } catch (fault) {
      if (!isAfterwitError(fault) || !dispensable.has(fault.code)) throw fault;
    }
  };
  const checked = () => {
    if (path !== ':memory:') noteChecked(path);
  };
  const unknown = (ids: readonly CommitId[]) =>
    ids.filter((id) => ordinalOf.get(encodeCommitId(id)) === undefined);
  const kept = keptByCommit(database, paths);

  return {
    ...codeIndex(database, transact),
    ...learningIndex(database, transact),
    writable,
    unknown,
    state: () =>
      database.read(() => {
        const updatedAtMs = database
          .prepare("SELECT value FROM meta WHERE key = 'updated_at_ms'")
          .get()?.value;
        return {
          commitCount: nextOrdinal(database),
          heads: idsOf(database, 'SELECT id FROM heads ORDER BY sequence DESC'),
          missingParents: idsOf(database, 'SELECT id FROM missing_parents LIMIT 1000'),
          cutCommits: idsOf(database, 'SELECT id FROM cut_commits LIMIT 1000'),
          unreadable: unreadableIn(database),
          ...(typeof updatedAtMs === 'number' ? { updatedAtMs } : {}),
          bytes: indexBytes(path),
          path,
        };
      }),
    append(commits) {
      try {
        transact(() => {
          const distinct = new Map(commits.map((commit) => [commit.record.id, commit]));
          const added = unknown([...distinct.keys()]).map((id) => distinct.get(id) as IndexedCommit);
          if (added.length > 0) append(database, added, { ordinalOf, paths, unknown });
        });
      } catch (fault) {
        // Path ids assigned in a failed transaction were never stored.
        paths.forget();
        throw fault;
      }
    },
    complete(head, unreadable) {
      transact(() => {
        mergeSegments(database, 'commits');
        const sequence = nextSequence(database, 'heads');
        database
          .prepare('INSERT OR REPLACE INTO heads (id, sequence) VALUES (?, ?)')
          .run(encodeCommitId(head), sequence);
        keepLatest(database, 'heads', sequence, mostHeads);
        database
          .prepare("INSERT OR REPLACE INTO meta (key, value) VALUES ('updated_at_ms', ?)")
          .run(clock.nowMs());
        for (const commit of unreadable) addUnreadable(database, commit);
      });
      database.exec('PRAGMA wal_checkpoint(PASSIVE)');
      checked();
    },
    storeTree: (commit, entries) => keep(() => kept.storeTree(commit, entries)),
    at(commit) {
      if (latest?.commit === commit) return latest;
      latest = openHistorySnapshot(database, columns, paths, {
        commit,
        tree: () => kept.tree(commit),
        treePathIds: () => kept.pathIds(commit),
        kept: (name) => kept.value(commit, name),
        keep: (name, value) => keep(() => kept.keepValue(commit, name, value)),
      });
      return latest;
    },
    acquireLease() {
      if (lock !== undefined) return undefined;
      // No other process has an index in memory.
      const taken =
        path === ':memory:'
          ? { close: () => undefined }
          : openFreeLock(`${path}.indexing`, { subject: 'index', path });
      lock = taken;
      const release = () => {
        taken?.close();
        lock = undefined;
      };
      return taken && { release };
    },
    findDamage: () => findIndexDamage(database),
    close() {
      lock?.close();
      database.close();
      // The last connection to close moves the log into the file.
      if (hasWritten) checked();
      hasWritten = false;
    },
  };
}

interface Lookups {
  readonly ordinalOf: Statement;
  readonly paths: PathTable;
  readonly unknown: RepositoryIndex['unknown'];
}

function append(
  database: Database,
  commits: readonly IndexedCommit[],
  { ordinalOf, paths, unknown }: Lookups,
): void {
  const first = nextOrdinal(database);
  const writeCommit = sealedWriter(database, 'commits');
  const writeIssue = sealedWriter(database, 'issue_links');
  const writeReference = sealedWriter(database, 'commit_links');
  const insertCut = database.prepare('INSERT OR IGNORE INTO cut_commits (id) VALUES (?)');
  const insertMissing = database.prepare('INSERT OR IGNORE INTO missing_parents (id) VALUES (?)');
  commits.forEach(({ record, issues, references }, index) => {
    const ordinal = first + index;
    const id = encodeCommitId(record.id);
    const changes = encodeChanges(record.changes, (path) => paths.ensure(path));
    const { committedAtMs, authoredAtMs, author, message } = record;
    writeCommit([ordinal, id, committedAtMs, authoredAtMs, author, changes, message]);
    for (const { issue, closes } of issues) writeIssue([issue, ordinal, closes ? 1 : 0]);
    for (const { target, relation } of references) writeReference([target, ordinal, relation]);
    if (record.isCut === true) insertCut.run(id);
    for (const parent of unknown(record.parents)) insertMissing.run(encodeCommitId(parent));
    if (record.unreadable !== undefined) addUnreadable(database, { id: record.id, ...record.unreadable });
  });
  const columns = buildColumns(commits, {
    ordinalOf: (id) => ordinalOf.get(encodeCommitId(id as CommitId))?.ordinal as number | undefined,
    pathId: (path) => paths.ensure(path),
  });
  const terms = commits.map((commit) => commit.terms);
  appendSegment(database, 'commits', first, columns, terms);
}

function addUnreadable(database: Database, { id, part, reason }: UnreadableCommit): void {
  database
    .prepare('INSERT OR REPLACE INTO unreadable (id, part, reason) VALUES (?, ?, ?)')
    .run(encodeCommitId(id), part, reason);
}

function unreadableIn(database: Database): readonly UnreadableCommit[] {
  return database
    .prepare('SELECT id, part, reason FROM unreadable ORDER BY part, id')
    .all()
    .map((row) => ({
      id: decodeCommitId(row.id),
      part: row.part === 'commit' ? 'commit' : 'changes',
      reason: row.reason as string,
    }));
}

function idsOf(database: Database, sql: string): readonly CommitId[] {
  return database
    .prepare(sql)
    .all()
    .map((row) => decodeCommitId(row.id));
}

function nextOrdinal(database: Database): number {
  return database.prepare('SELECT coalesce(max(ordinal) + 1, 0) AS next FROM commits').get()?.next as number;
}
