import type { PostingList } from '../../../ports/repository-index.ts';
import type { Database } from '../database.ts';
import { decodePostings } from './row-codecs.ts';
import type { SegmentKind } from './segment-columns.ts';
import { type PostingsRow, requirePostings } from './segments.ts';

/**
 * Reads postings of one term at a time over all segments. Each row brings its segment's first ordinal, so a merge by
 * another process between two reads is harmless.
 * @param visible whether a document belongs to the snapshot; undefined when all below `ordinalCount` do
 */
export function postingsReader(
  database: Database,
  kind: SegmentKind,
  ordinalCount: number,
  visible: Uint8Array | undefined,
): (term: string) => PostingList | undefined {
  const statement = database.prepare(
    `SELECT p.term, s.first_ordinal, p.document_count, p.data, p.seal FROM postings p
     JOIN segments s ON s.id = p.segment WHERE p.term = ? AND s.kind = ? ORDER BY s.first_ordinal`,
  );
  return (term) => {
    const rows = statement.all(term, kind) as unknown as PostingsRow[];
    if (rows.length === 0) return undefined;
    for (const row of rows) requirePostings(database, row);
    const documentCount = rows.reduce((sum, row) => sum + row.document_count, 0);
    const all = { ordinals: new Uint32Array(documentCount), frequencies: new Uint16Array(documentCount) };
    let end = 0;
    for (const row of rows) end = decodePostings(row.data, row.first_ordinal, all, end);
    const list = visible === undefined ? beforeOrdinal(all, ordinalCount) : onlyVisible(all, visible);
    return list.ordinals.length === 0 ? undefined : list;
  };
}

function beforeOrdinal(list: PostingList, ordinalCount: number): PostingList {
  let end = list.ordinals.length;
  while (end > 0 && (list.ordinals[end - 1] as number) >= ordinalCount) end--;
  if (end === list.ordinals.length) return list;
  return cutAt(list, end);
}

function onlyVisible(list: PostingList, visible: Uint8Array): PostingList {
  let end = 0;
  for (let i = 0; i < list.ordinals.length; i++) {
    const ordinal = list.ordinals[i] as number;
    if (visible[ordinal] !== 1) continue;
    list.ordinals[end] = ordinal;
    list.frequencies[end] = list.frequencies[i] as number;
    end++;
  }
  return end === list.ordinals.length ? list : cutAt(list, end);
}

/** Copies the visible part, because lists are cached and most of a list may be outside of the snapshot. */
function cutAt({ ordinals, frequencies }: PostingList, end: number): PostingList {
  return { ordinals: ordinals.slice(0, end), frequencies: frequencies.slice(0, end) };
}

/** Capacity in postings of six bytes. */
const mostPostings = 500_000;
const listOverhead = 64;

/**
 * Cache of recently used posting lists. Bounded by the number of postings instead of lists, because a common term has
 * thousands of times as many postings as a rare one.
 */
export class PostingsCache {
  readonly #capacity: number;
  /** Least recently used first. */
  readonly #lists = new Map<string, PostingList | undefined>();
  #held = 0;

  /** @param capacity postings */
  constructor(capacity = mostPostings) {
    this.#capacity = capacity;
  }

  /** @param read reads a list that is not cached */
  get(key: string, read: () => PostingList | undefined): PostingList | undefined {
    const isKnown = this.#lists.has(key);
    const list = isKnown ? this.#lists.get(key) : read();
    if (isKnown) this.#lists.delete(key);
    else this.#makeRoom(sizeOf(list));
    this.#lists.set(key, list);
    return list;
  }

  #makeRoom(size: number): void {
    this.#held += size;
    for (const [key, list] of this.#lists) {
      if (this.#held <= this.#capacity) return;
      this.#lists.delete(key);
      this.#held -= sizeOf(list);
    }
  }
}

function sizeOf(list: PostingList | undefined): number {
  return listOverhead + (list?.ordinals.length ?? 0);
}
