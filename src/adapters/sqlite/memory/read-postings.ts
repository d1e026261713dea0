import type { Scope } from '../../../model/provenance.ts';
import type { ItemPostingList, ItemReader } from '../../../ports/memory-store.ts';
import type { Row } from '../database.ts';
import { type DamageLog, decodeText, encodeText, type Prepare, SealedTable } from './sealed-table.ts';

/** Scopes with searchable memories, and their statistics for scoring. */
export const itemScopes = new SealedTable({
  name: 'item_scopes',
  key: 'id',
  columns: ['id', 'scope', 'item_count', 'total_length'],
});

export interface StoredScope {
  /** Short, which keeps postings small. */
  readonly id: number;
  readonly itemCount: number;
  /** Number of indexed terms in all of its items. */
  readonly totalLength: number;
}

/** Undefined when the row is damaged. */
export function decodeScope(row: Row): StoredScope | undefined {
  const values = itemScopes.read(row);
  if (values === undefined) return undefined;
  const [id, , itemCount, totalLength] = values;
  return { id: Number(id), itemCount: Number(itemCount), totalLength: Number(totalLength) };
}

export function findScope(prepare: Prepare, scope: Scope, damage: DamageLog): StoredScope | undefined {
  const row = prepare('SELECT * FROM item_scopes WHERE scope = ?').get(encodeText(scope));
  const found = row && decodeScope(row);
  if (row !== undefined && found === undefined) damage.note('item_scopes', decodeText(row.scope));
  return found;
}

/** The scopes with memories, each once. */
export function findScopes(
  prepare: Prepare,
  scopes: readonly Scope[],
  damage: DamageLog,
): readonly StoredScope[] {
  return [...new Set(scopes)].flatMap((scope) => findScope(prepare, scope, damage) ?? []);
}

/**
 * Reserved ordinal, larger than any other. The row with this ordinal holds the number of a term's postings. It sorts
 * right after the postings, so that adding a posting touches the same page.
 */
export const countOrdinal = 0xffff_ffff;

/** Lengths are smaller: a column of them takes 16 bits each. */
const lengthLimit = 0x1_0000;

/** Reads postings. A query reads only the postings of its own scopes. */
export function readPostingTable(prepare: Prepare, damage: DamageLog) {
  return {
    documentFrequencies(scopes, terms) {
      const frequencies = new Map<string, number>();
      const stored = findScopes(prepare, scopes, damage);
      for (const term of new Set(terms)) {
        const count = countPostings(prepare, stored, term);
        if (count > 0) frequencies.set(term, count);
      }
      return frequencies;
    },
    postings(scopes, terms) {
      const stored = findScopes(prepare, scopes, damage);
      return {
        itemCount: stored.reduce((sum, { itemCount }) => sum + itemCount, 0),
        totalLength: stored.reduce((sum, { totalLength }) => sum + totalLength, 0),
        lists: [...new Set(terms)].flatMap((term) => readTerm(prepare, stored, term) ?? []),
      };
    },
  } satisfies Partial<ItemReader>;
}

function countPostings(prepare: Prepare, scopes: readonly StoredScope[], term: string): number {
  if (scopes.length === 0) return 0;
  const row = prepare(
    `SELECT sum(frequency) AS count FROM item_postings
     WHERE scope_id IN (${scopes.map(() => '?').join(', ')}) AND term = ? AND ordinal = ${countOrdinal}`,
  ).get(...scopes.map(({ id }) => id), encodeText(term));
  return Number(row?.count ?? 0);
}

/**
 * Reads many rows as one JSON text, which is faster than one row per item; one number for frequency and length saves a
 * sixth. Arithmetic turns damaged values of a wrong type into numbers.
 */
const listSql = `SELECT json_group_array(ordinal + 0) AS ordinals,
    json_group_array(frequency * ${lengthLimit} + (length & ${lengthLimit - 1})) AS counts
  FROM item_postings WHERE scope_id = ? AND term = ? AND ordinal < ${countOrdinal}`;

function readColumns(prepare: Prepare, scopeId: number, term: string): PostingColumns {
  const row = prepare(listSql).get(scopeId, encodeText(term));
  const ordinals = JSON.parse(String(row?.ordinals)) as readonly number[];
  const counts = JSON.parse(String(row?.counts)) as readonly number[];
  const frequencies = new Uint16Array(counts.length);
  const lengths = new Uint16Array(counts.length);
  // Quicker than a function for each.
  for (let at = 0; at < counts.length; at++) {
    const both = counts[at] as number;
    frequencies[at] = both / lengthLimit;
    lengths[at] = both % lengthLimit;
  }
  return { ordinals: new Uint32Array(ordinals), frequencies, lengths };
}

function readTerm(
  prepare: Prepare,
  scopes: readonly StoredScope[],
  term: string,
): ItemPostingList | undefined {
  const [first, ...others] = scopes
    .map(({ id }) => readColumns(prepare, id, term))
    .filter(({ ordinals }) => ordinals.length > 0);
  return first && { term, ...others.reduce(mergePostings, first) };
}

/** Postings of one term, by ordinal. */
export type PostingColumns = Omit<ItemPostingList, 'term'>;

/**
 * Merges two sorted lists. Nearly all memories are of one scope, so the run between two ordinals of the shorter list is
 * copied whole: copying thousands one by one takes a new process 3 ms.
 */
export function mergePostings(one: PostingColumns, other: PostingColumns): PostingColumns {
  const [long, short] = one.ordinals.length >= other.ordinals.length ? [one, other] : [other, one];
  const length = long.ordinals.length + short.ordinals.length;
  const merged: PostingColumns = {
    ordinals: new Uint32Array(length),
    frequencies: new Uint16Array(length),
    lengths: new Uint16Array(length),
  };
  let end = 0;
  for (const [at, ordinal] of short.ordinals.entries()) {
    const next = placeOf(ordinal, long.ordinals, end);
    copy(long, end, next, merged, end + at);
    copy(short, at, at + 1, merged, next + at);
    end = next;
  }
  copy(long, end, long.ordinals.length, merged, end + short.ordinals.length);
  return merged;
}

function copy(from: PostingColumns, start: number, end: number, to: PostingColumns, place: number): void {
  to.ordinals.set(from.ordinals.subarray(start, end), place);
  to.frequencies.set(from.frequencies.subarray(start, end), place);
  to.lengths.set(from.lengths.subarray(start, end), place);
}

/** Where an ordinal belongs among sorted ones, from a place on. */
function placeOf(ordinal: number, sorted: Uint32Array, from: number): number {
  let [low, high] = [from, sorted.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((sorted[middle] ?? 0) < ordinal) low = middle + 1;
    else high = middle;
  }
  return low;
}
