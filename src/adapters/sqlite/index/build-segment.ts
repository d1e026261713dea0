import { changeStatuses, type IndexedCommit, noPath } from '../../../ports/repository-index.ts';
import { encodePostings } from '../../../text/postings-codec.ts';
import { type CommitColumns, noParent } from './segment-columns.ts';

const largestUint16 = 0xffff;

/** Lookups in the database that a segment needs: ordinals of parents, ids of paths. */
export interface SegmentLookups {
  /** undefined when the index does not hold the commit. */
  readonly ordinalOf: (commitId: string) => number | undefined;
  readonly pathId: (path: string) => number;
}

export interface EncodedPostings {
  readonly documentCount: number;
  readonly data: Uint8Array;
}

/** Columns of commits that get the ordinals from `firstOrdinal` on. */
export function buildColumns(commits: readonly IndexedCommit[], lookups: SegmentLookups): CommitColumns {
  const changes = commits.flatMap(({ record }) => record.changes);
  const parents = commits.map(({ record }) => record.parents.map((id) => lookups.ordinalOf(id) ?? noParent));
  return {
    times: Float64Array.from(commits, ({ record }) => record.committedAtMs),
    documentLengths: Uint16Array.from(commits, ({ terms }) => documentLength(terms)),
    parentOffsets: offsetsOf(parents.map((list) => list.length)),
    parents: Uint32Array.from(parents.flat()),
    changeOffsets: offsetsOf(commits.map(({ record }) => record.changes.length)),
    changePaths: Uint32Array.from(changes, ({ path }) => lookups.pathId(path)),
    changePreviousPaths: Uint32Array.from(changes, ({ previousPath }) =>
      previousPath === undefined ? noPath : lookups.pathId(previousPath),
    ),
    changeStatuses: Uint8Array.from(changes, ({ status }) => changeStatuses.indexOf(status)),
  };
}

/** Postings of a run of documents, by term, ready to store. */
export function buildPostings(
  documents: readonly ReadonlyMap<string, number>[],
  firstOrdinal: number,
): ReadonlyMap<string, EncodedPostings> {
  const lists = new Map<string, { ordinals: number[]; frequencies: number[] }>();
  documents.forEach((terms, index) => {
    for (const [term, count] of terms) {
      const list = lists.get(term) ?? { ordinals: [], frequencies: [] };
      lists.set(term, list);
      list.ordinals.push(firstOrdinal + index);
      list.frequencies.push(Math.min(count, largestUint16));
    }
  });
  const encoded = new Map<string, EncodedPostings>();
  for (const [term, { ordinals, frequencies }] of lists) {
    encoded.set(term, {
      documentCount: ordinals.length,
      data: encodePostings(ordinals, frequencies, firstOrdinal),
    });
  }
  return encoded;
}

export function documentLength(terms: ReadonlyMap<string, number>): number {
  let length = 0;
  for (const count of terms.values()) length += count;
  return Math.min(length, largestUint16);
}

export function offsetsOf(lengths: readonly number[]): Uint32Array {
  const offsets = new Uint32Array(lengths.length + 1);
  lengths.forEach((length, index) => {
    offsets[index + 1] = (offsets[index] as number) + length;
  });
  return offsets;
}
