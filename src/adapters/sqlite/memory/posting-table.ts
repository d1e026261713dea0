import type { ItemPostingList, ItemReader } from '../../../ports/item-store.ts';
import { encodeText } from '../text-value.ts';
import type { DamageLog } from './damage-log.ts';
import type { Prepare } from './prepare.ts';
import { findScopes, type StoredScope } from './scope-table.ts';

/**
 * Reserved ordinal, larger than any other. The row with this ordinal holds the number of a term's postings. It sorts
 * right after the postings, so that adding a posting touches the same page.
 */
export const countOrdinal = 0xffff_ffff;

type Postings = Pick<ItemReader, 'documentFrequencies' | 'postings'>;

/** Reads postings. A query reads only the postings of its own scopes. */
export function readPostingTable(prepare: Prepare, damage: DamageLog): Postings {
  return {
    documentFrequencies(scopes, terms) {
      const frequencies = new Map<string, number>();
      const stored = findScopes(prepare, scopes, damage);
      for (const term of new Set(terms)) {
        const count = stored.reduce((sum, { id }) => sum + countPostings(prepare, id, term), 0);
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
  };
}

function countPostings(prepare: Prepare, scopeId: number, term: string): number {
  const row = prepare(
    `SELECT frequency FROM item_postings WHERE scope_id = ? AND term = ? AND ordinal = ${countOrdinal}`,
  ).get(scopeId, encodeText(term));
  return Number(row?.frequency ?? 0);
}

type Columns = readonly [ordinals: number[], frequencies: number[], lengths: number[]];

/**
 * Reads each column as one JSON text, which is faster than one row for each item. `+ 0` turns values of a wrong type,
 * caused by damage, into numbers.
 */
const listSql = `SELECT json_group_array(ordinal + 0) AS ordinals,
    json_group_array(frequency + 0) AS frequencies, json_group_array(length + 0) AS lengths
  FROM item_postings WHERE scope_id = ? AND term = ? AND ordinal < ${countOrdinal}`;

function readColumns(prepare: Prepare, scopeId: number, term: string): Columns {
  const row = prepare(listSql).get(scopeId, encodeText(term));
  return [row?.ordinals, row?.frequencies, row?.lengths].map((text) =>
    JSON.parse(String(text)),
  ) as unknown as Columns;
}

function readTerm(
  prepare: Prepare,
  scopes: readonly StoredScope[],
  term: string,
): ItemPostingList | undefined {
  const parts = scopes
    .map(({ id }) => readColumns(prepare, id, term))
    .filter(([ordinals]) => ordinals.length > 0);
  const [first, ...others] = parts;
  if (first === undefined) return undefined;
  const [ordinals, frequencies, lengths] = others.length === 0 ? first : mergeByOrdinal(parts);
  return {
    term,
    ordinals: Uint32Array.from(ordinals),
    frequencies: Uint16Array.from(frequencies),
    lengths: Uint16Array.from(lengths),
  };
}

/** Merges parts that are already sorted. */
function mergeByOrdinal([first, ...others]: readonly Columns[]): Columns {
  return others.reduce(mergeTwo, first ?? [[], [], []]);
}

function mergeTwo(one: Columns, other: Columns): Columns {
  const merged: Columns = [[], [], []];
  let [left, right] = [0, 0];
  while (left < one[0].length || right < other[0].length) {
    const isLeft = (one[0][left] ?? Infinity) < (other[0][right] ?? Infinity);
    const [ordinals, frequencies, lengths] = isLeft ? one : other;
    const at = isLeft ? left++ : right++;
    merged[0].push(ordinals[at] ?? 0);
    merged[1].push(frequencies[at] ?? 0);
    merged[2].push(lengths[at] ?? 0);
  }
  return merged;
}
