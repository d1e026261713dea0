import { deflateRawSync, deflateSync, inflateRawSync, inflateSync } from 'node:zlib';
import type { LearnedWeights } from '../../../model/answers/file-location.ts';
import type { CommitId, TreeEntry } from '../../../model/repository.ts';
import type { FixExample, LearningIndex } from '../../../ports/repository-index.ts';
import type { Database, Row } from '../database.ts';
import type { PathTable } from './path-table.ts';
import { decodeTree, encodeCommitId, encodeTree } from './row-codecs.ts';
import { checkedRow, sealedWriter, selectFrom } from './sealed-rows.ts';

/** Rows kept of each table, of the commits written last. */
const mostKept = { trees: 8, derived: 24 } as const;

/** Trees of commits, and values made from the whole history of one: no later commit changes them. Write inside a transaction. */
export function keptByCommit(database: Database, paths: PathTable) {
  const treeOf = database.prepare(`${selectFrom('trees')} WHERE commit_id = ?`);
  const findValue = database.prepare(`${selectFrom('derived')} WHERE commit_id = ? AND name = ?`);
  const treeRow = (commit: CommitId): Row | undefined => {
    const row = treeOf.get(encodeCommitId(commit));
    return row && checkedRow(database, 'trees', row);
  };
  const write = (table: keyof typeof mostKept, values: Parameters<ReturnType<typeof sealedWriter>>[0]) => {
    const sequence = nextSequence(database, table);
    sealedWriter(database, table, 'INSERT OR REPLACE', 'sequence')(values, sequence);
    keepLatest(database, table, sequence, mostKept[table]);
  };
  return {
    /** Its paths are known to the table of paths afterwards: a caller that reads a tree asks for their ids next. */
    tree(commit: CommitId): readonly TreeEntry[] | undefined {
      const row = treeRow(commit);
      if (row === undefined) return undefined;
      const entries = decodeTree(row.entries as Uint8Array);
      paths.remember(
        entries.map(({ path }) => path),
        pathIdsOf(row),
      );
      return entries;
    },
    pathIds(commit: CommitId): Uint32Array | undefined {
      const row = treeRow(commit);
      return row && pathIdsOf(row);
    },
    storeTree(commit: CommitId, entries: readonly TreeEntry[]): void {
      const ids = Uint32Array.from(entries, ({ path }) => paths.find(path) ?? 0);
      write('trees', [encodeCommitId(commit), encodeTree(entries), new Uint8Array(ids.buffer)]);
    },
    value(commit: CommitId, name: string): unknown {
      const row = findValue.get(encodeCommitId(commit), name);
      if (row === undefined) return undefined;
      const { value } = checkedRow(database, 'derived', row);
      return JSON.parse(inflateSync(value as Uint8Array).toString('utf8'));
    },
    keepValue(commit: CommitId, name: string, value: unknown): void {
      const packed = deflateSync(JSON.stringify(value), { level: 1 });
      write('derived', [encodeCommitId(commit), name, packed]);
    },
  };
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

/** Training examples and learned weights. */
export function learningIndex(database: Database, transact: (work: () => void) => void): LearningIndex {
  const findExample = database.prepare(`${selectFrom('fix_examples')} WHERE commit_id = ? AND version = ?`);
  const findWeights = database.prepare(selectFrom('learned_weights'));
  const exampleOf = (version: string, fix: CommitId): readonly (readonly [CommitId, FixExample])[] => {
    const row = findExample.get(encodeCommitId(fix), version);
    if (row === undefined) return [];
    const { answer, features } = checkedRow(database, 'fix_examples', row);
    // Copied for alignment: a typed array must begin at a multiple of its element size.
    const bytes = Uint8Array.from(inflateRawSync(features as Uint8Array));
    const told = JSON.parse(answer as string) as Omit<FixExample, 'rows'>;
    return [[fix, { ...told, rows: new Float64Array(bytes.buffer) }]];
  };
  return {
    fixExamples: (version, fixes) => new Map(fixes.flatMap((fix) => exampleOf(version, fix))),
    keepFixExamples: (version, examples) =>
      transact(() => {
        database.prepare('DELETE FROM fix_examples WHERE version <> ?').run(version);
        const write = sealedWriter(database, 'fix_examples', 'INSERT OR REPLACE');
        for (const [fix, { rows, ...answer }] of examples) {
          const bytes = new Uint8Array(rows.buffer, rows.byteOffset, rows.byteLength);
          write([encodeCommitId(fix), version, JSON.stringify(answer), deflateRawSync(bytes, compression)]);
        }
      }),
    learnedWeights(version) {
      const row = findWeights.get();
      if (row === undefined || row.version !== version) return undefined;
      checkedRow(database, 'learned_weights', row);
      return JSON.parse(row.learned as string) as LearnedWeights;
    },
    keepLearnedWeights: (version, learned) =>
      transact(() =>
        sealedWriter(
          database,
          'learned_weights',
          'INSERT OR REPLACE',
          'one',
        )([version, JSON.stringify(learned)], 1),
      ),
    forgetLearnedWeights() {
      if (findWeights.get() === undefined) return false;
      transact(() => database.exec('DELETE FROM learned_weights'));
      return true;
    },
  };
}
