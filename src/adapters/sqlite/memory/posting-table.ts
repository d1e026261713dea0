import type { ItemPostingList, ItemReader } from '../../../ports/item-store.ts';
import { encodeText } from '../text-value.ts';
import type { DamageLog } from './damage-log.ts';
import { mergePostings, type PostingColumns } from './merge-postings.ts';
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
  };
}

function countPostings(prepare: Prepare, scopes: readonly StoredScope[], term: string): number {
  if (scopes.length === 0) return 0;
  const row = prepare(
    `SELECT sum(frequency) AS count FROM item_postings
     WHERE scope_id IN (${marksFor(scopes)}) AND term = ? AND ordinal = ${countOrdinal}`,
  ).get(...scopes.map(({ id }) => id), encodeText(term));
  return Number(row?.count ?? 0);
}

/**
 * Reads each column as one JSON text, which is faster than one row for each item. `+ 0` turns values of a wrong type,
 * caused by damage, into numbers.
 */
const listSql = `SELECT json_group_array(ordinal + 0) AS ordinals,
    json_group_array(frequency + 0) AS frequencies, json_group_array(length + 0) AS lengths
  FROM item_postings WHERE scope_id = ? AND term = ? AND ordinal < ${countOrdinal}`;

function readColumns(prepare: Prepare, scopeId: number, term: string): PostingColumns {
  const row = prepare(listSql).get(scopeId, encodeText(term));
  return {
    ordinals: Uint32Array.from(JSON.parse(String(row?.ordinals)) as readonly number[]),
    frequencies: Uint16Array.from(JSON.parse(String(row?.frequencies)) as readonly number[]),
    lengths: Uint16Array.from(JSON.parse(String(row?.lengths)) as readonly number[]),
  };
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

function marksFor(scopes: readonly StoredScope[]): string {
  return scopes.map(() => '?').join(', ');
}
