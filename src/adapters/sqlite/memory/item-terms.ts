import type { Row } from '../database.ts';
import { digestRowWithBody } from './digest.ts';
import { decodeItem } from './item-row.ts';
import type { Prepare } from './prepare.ts';
import type { RowWriter } from './row-writer.ts';

/** The terms of one item with their frequencies, stored beside it to remove or rebuild its postings. */
export type ItemTerms = readonly (readonly [term: string, frequency: number])[];

/** Largest frequency or length, limited to two bytes. */
const mostOccurrences = 0xffff;

export function toItemTerms(terms: ReadonlyMap<string, number>): ItemTerms {
  return [...terms].map(([term, frequency]) => [term, Math.min(frequency, mostOccurrences)]);
}

export function lengthOf(terms: ItemTerms): number {
  const length = terms.reduce((sum, [, frequency]) => sum + frequency, 0);
  return Math.min(length, mostOccurrences);
}

/** The terms in a row of `item_terms`; undefined when the row is damaged. */
function decodeTerms(row: Row): ItemTerms | undefined {
  return areWholeTerms(row) ? (JSON.parse(String(row.terms)) as ItemTerms) : undefined;
}

/** Whether {@link decodeTerms} would read them. */
export function areWholeTerms({ ordinal, terms, digest }: Row): boolean {
  return Number(digest) === digestRowWithBody(String(terms), Number(ordinal));
}

/** Returns undefined when they are damaged or missing. */
export function readTerms(prepare: Prepare, ordinal: number): ItemTerms | undefined {
  const row = prepare('SELECT * FROM item_terms WHERE ordinal = ?').get(ordinal);
  return row && decodeTerms(row);
}

/** An item with its terms, as far as both are whole. */
interface ItemWithTerms {
  readonly ordinal: number;
  readonly item: ReturnType<typeof decodeItem>;
  readonly terms: ItemTerms | undefined;
}

/** All items with their terms, to rebuild the postings. */
export function* readItemsWithTerms(prepare: Prepare): Iterable<ItemWithTerms> {
  const rows = prepare(
    'SELECT items.*, terms, item_terms.digest AS terms_digest FROM items LEFT JOIN item_terms USING (ordinal)',
  );
  for (const row of rows.iterate()) {
    const terms = decodeTerms({ ...row, digest: row.terms_digest ?? null });
    yield { ordinal: Number(row.ordinal), item: decodeItem(row), terms };
  }
}

export function writeTerms(writer: RowWriter, ordinal: number, itemTerms: ItemTerms): void {
  const terms = JSON.stringify(itemTerms);
  writer.run(
    `INSERT INTO item_terms (ordinal, digest, terms) VALUES (?, ?, ?)
     ON CONFLICT (ordinal) DO UPDATE SET digest = excluded.digest, terms = excluded.terms`,
    ordinal,
    digestRowWithBody(terms, ordinal),
    terms,
  );
}
