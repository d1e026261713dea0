import { AfterwitError } from '../../../model/errors.ts';
import type { CommitId, FileChange, TreeEntry } from '../../../model/repository.ts';
import type {
  CommitRelation,
  HistorySnapshot,
  PostingList,
  SnapshotCounts,
  StoredCommit,
} from '../../../ports/repository-index.ts';
import type { Database } from '../database.ts';
import type { PathTable } from './path-table.ts';
import { decodeChanges, decodeCommitId, encodeCommitId } from './row-codecs.ts';
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
  { commit, ...kept }: Pick<HistorySnapshot, 'commit' | 'tree' | 'treePathIds' | 'kept' | 'keep'>,
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
  const ordinalCount = ordinal + 1;
  const parentOffsets = columns.load('parentOffsets');
  const ancestry = findAncestors(ordinal, parentOffsets, columns.load('parents'));
  const documentLengths = columns.load('documentLengths').subarray(0, ordinalCount);
  const commitAt = database.prepare(`${selectFrom('commits')} WHERE ordinal = ?`);
  const visible = ancestry.commitCount === ordinalCount ? undefined : ancestry.visible;
  const readPostings = postingsReader(database, 'commits', ordinalCount, visible);
  const cachedPostings = new PostingsCache();
  let storedTree: readonly TreeEntry[] | undefined;
  let treeIds: Uint32Array | undefined;
  const includes = (at: number) => ancestry.visible[at] === 1;
  const isMerge = (at: number) => (parentOffsets[at + 1] as number) - (parentOffsets[at] as number) > 1;

  function commitRow(ordinal: number): CommitRow {
    const row = commitAt.get(ordinal);
    if (row === undefined) throw damagedIndex(database, `commit ${ordinal} is missing`);
    return checkedRow(database, 'commits', row) as unknown as CommitRow;
  }

  /** Values of a column that commits of the snapshot have; SQLite counts them where it is all of the index. */
  function countVisible(column: 'author' | 'ordinal', rows: string): number {
    if (isAll()) {
      const row = database.prepare(`SELECT count(DISTINCT ${column}) AS count FROM ${rows}`).get();
      return row?.count as number;
    }
    const values = new Set<unknown>();
    for (const row of database.prepare(`SELECT ordinal, ${column} AS value FROM ${rows}`).iterate())
      if (includes(row.ordinal as number)) values.add(row.value);
    return values.size;
  }

  /** Whether the index has no commit beside those of the snapshot. */
  function isAll(): boolean {
    const last = database.prepare('SELECT max(ordinal) AS last FROM commits').get()?.last as number;
    return ancestry.commitCount === last + 1;
  }

  const snapshot: HistorySnapshot = {
    commit,
    commitCount: ancestry.commitCount,
    ordinalCount,
    documentLengths,
    averageDocumentLength: averageLength(documentLengths, ancestry),
    includes,
    isMerge,
    get committedAtMs() {
      return snapshot.times[ordinal] as number;
    },
    get times() {
      return columns.load('times').subarray(0, ordinalCount);
    },
    get changes() {
      return {
        offsets: columns.load('changeOffsets'),
        pathIds: columns.load('changePaths'),
        previousPathIds: columns.load('changePreviousPaths'),
        statuses: columns.load('changeStatuses'),
      };
    },
    get pathCount() {
      return paths.count();
    },
    /** Cached with the snapshot: term selection needs the frequencies, then scoring the same lists. */
    postings(term: string): PostingList | undefined {
      return cachedPostings.get(term, () => readPostings(term));
    },

    ordinalOf(id: CommitId): number | undefined {
      const row = database.prepare('SELECT ordinal FROM commits WHERE id = ?').get(encodeCommitId(id));
      const ordinal = row?.ordinal as number | undefined;
      return ordinal !== undefined && includes(ordinal) ? ordinal : undefined;
    },

    ordinalOfPrefix(idPrefix: string): number | undefined {
      const even = idPrefix.slice(0, idPrefix.length - (idPrefix.length % 2));
      const rows = database
        .prepare('SELECT ordinal, id FROM commits WHERE id >= ? AND id <= ?')
        .all(Buffer.from(even, 'hex'), Buffer.from(even.padEnd(2 * longestIdBytes, 'f'), 'hex'))
        .filter((row) => decodeCommitId(row.id).startsWith(idPrefix))
        .filter((row) => includes(row.ordinal as number));
      return rows.length === 1 ? (rows[0]?.ordinal as number) : undefined;
    },

    parentsOf(ordinal: number): readonly CommitId[] {
      return snapshot.parentOrdinalsOf(ordinal).map((parent) => snapshot.stored(parent).id);
    },

    parentOrdinalsOf(ordinal: number): readonly number[] {
      const start = parentOffsets[ordinal] as number;
      const parents = columns.load('parents').subarray(start, parentOffsets[ordinal + 1]);
      return [...parents].filter((parent) => parent !== noParent);
    },

    stored(ordinal: number): StoredCommit {
      const row = commitRow(ordinal);
      return {
        ordinal,
        id: decodeCommitId(row.id),
        committedAtMs: row.committed_at_ms,
        authoredAtMs: row.authored_at_ms,
        author: row.author,
        message: row.message,
      };
    },

    changesOf(ordinal: number): readonly FileChange[] {
      return decodeChanges(commitRow(ordinal).changes, (pathId) => paths.path(pathId));
    },

    path(pathId: number): string {
      return paths.path(pathId);
    },

    pathId(path: string): number | undefined {
      return paths.find(path);
    },

    rememberPaths: (known, ids) => paths.remember(known, ids),

    commitsOfIssue(issue: string): readonly { readonly ordinal: number; readonly closes: boolean }[] {
      return database
        .prepare(`${selectFrom('issue_links')} WHERE issue = ? ORDER BY ordinal`)
        .all(issue)
        .map((row) => checkedRow(database, 'issue_links', row))
        .map(({ ordinal, closes }) => ({ ordinal: ordinal as number, closes: closes === 1 }))
        .filter(({ ordinal }) => includes(ordinal));
    },

    commitsReferringTo(
      id: CommitId,
    ): readonly { readonly ordinal: number; readonly relation: CommitRelation }[] {
      return database
        .prepare(`${selectFrom('commit_links')} WHERE target BETWEEN ? AND ? ORDER BY ordinal`)
        .all(id.slice(0, 7), id)
        .filter((row) => id.startsWith(row.target as string) && includes(row.ordinal as number))
        .map((row) => checkedRow(database, 'commit_links', row))
        .map(({ ordinal, relation }) => ({
          ordinal: ordinal as number,
          relation: relation as CommitRelation,
        }));
    },

    count(): SnapshotCounts {
      const { times } = snapshot;
      let merges = 0;
      let firstCommitAtMs = Number.POSITIVE_INFINITY;
      let lastCommitAtMs = Number.NEGATIVE_INFINITY;
      for (let ordinal = 0; ordinal < ordinalCount; ordinal++) {
        if (!includes(ordinal)) continue;
        if (isMerge(ordinal)) merges++;
        firstCommitAtMs = Math.min(firstCommitAtMs, times[ordinal] as number);
        lastCommitAtMs = Math.max(lastCommitAtMs, times[ordinal] as number);
      }
      return {
        authors: countVisible('author', 'commits'),
        merges,
        issueLinks: countVisible('ordinal', 'issue_links'),
        reverts: countVisible('ordinal', "commit_links WHERE relation = 'reverts'"),
        firstCommitAtMs,
        lastCommitAtMs,
      };
    },

    tree(): readonly TreeEntry[] | undefined {
      storedTree ??= kept.tree();
      return storedTree;
    },

    treePathIds(): Uint32Array | undefined {
      treeIds ??= kept.treePathIds();
      return treeIds;
    },

    kept: kept.kept,
    keep: kept.keep,
  };
  return snapshot;
}

const longestIdBytes = 32;

function averageLength(documentLengths: Uint16Array, ancestry: Ancestry): number {
  let sum = 0;
  for (let i = 0; i < documentLengths.length; i++) {
    sum += (documentLengths[i] as number) * (ancestry.visible[i] as number);
  }
  return ancestry.commitCount === 0 ? 0 : sum / ancestry.commitCount;
}

interface Ancestry {
  /** 1 for the commit and each of its ancestors, by ordinal. */
  readonly visible: Uint8Array;
  readonly commitCount: number;
}

/**
 * The commit at `ordinal` and all its ancestors. Parents always have smaller ordinals than their children, so one
 * downward sweep visits each commit after all its descendants.
 */
function findAncestors(ordinal: number, parentOffsets: Uint32Array, parents: Uint32Array): Ancestry {
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
