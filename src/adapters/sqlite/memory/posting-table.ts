import type { ItemPostingList, ItemReader } from '../../../ports/memory-store.ts';
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

/** Lengths are smaller: a column of them takes 16 bits each. */
const lengthLimit = 0x1_0000;

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
 * Reads many rows as one JSON text, which is faster than one row for each item; frequency and length stand in one number, which saves
 * a sixth. Arithmetic turns values of a wrong type, caused by damage, into numbers.
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

function marksFor(scopes: readonly StoredScope[]): string {
  return scopes.map(() => '?').join(', ');
}
