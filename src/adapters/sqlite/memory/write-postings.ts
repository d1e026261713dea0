import type { Scope } from '../../../model/scope.ts';
import { encodeText } from '../text-value.ts';
import { DamageLog } from './damage-log.ts';
import { type ItemTerms, lengthOf, readItemsWithTerms } from './item-terms.ts';
import { countOrdinal } from './posting-table.ts';
import type { RowWriter } from './row-writer.ts';
import { emptyScope, findScope, type StoredScope, writeScope } from './scope-table.ts';

const columns = 'scope_id, term, ordinal, frequency, length';

const insert = `INSERT INTO item_postings (${columns}) VALUES (?, ?, ?, ?, ?)`;
const countUp = `INSERT INTO item_postings (${columns}) VALUES (?, ?, ${countOrdinal}, 1, 0)
  ON CONFLICT DO UPDATE SET frequency = item_postings.frequency + 1`;

const ofTerm = 'scope_id = ? AND term = ? AND ordinal =';
const remove = `DELETE FROM item_postings WHERE ${ofTerm} ?`;
const countDown = `UPDATE item_postings SET frequency = frequency - 1 WHERE ${ofTerm} ${countOrdinal}`;
const removeCount = `DELETE FROM item_postings WHERE ${ofTerm} ${countOrdinal} AND frequency <= 0`;

/** Makes an item be found by its terms in a scope. */
export function addPostings(writer: RowWriter, ordinal: number, scope: Scope, terms: ItemTerms): void {
  const { id, itemCount, totalLength } = soundScope(writer, scope) ?? emptyScope(writer.prepare);
  const length = lengthOf(terms);
  for (const [term, frequency] of terms) {
    const encoded = encodeText(term);
    writer.run(insert, id, encoded, ordinal, frequency, length);
    writer.run(countUp, id, encoded);
  }
  writeScope(writer, scope, { id, itemCount: itemCount + 1, totalLength: totalLength + length });
}

export function removePostings(writer: RowWriter, ordinal: number, scope: Scope, terms: ItemTerms): void {
  const stored = soundScope(writer, scope);
  if (stored === undefined) return;
  const { id, itemCount, totalLength } = stored;
  for (const [term] of terms) {
    const encoded = encodeText(term);
    writer.run(remove, id, encoded, ordinal);
    writer.run(countDown, id, encoded);
    writer.run(removeCount, id, encoded);
  }
  writeScope(writer, scope, { id, itemCount: itemCount - 1, totalLength: totalLength - lengthOf(terms) });
}

function soundScope(writer: RowWriter, scope: Scope): StoredScope | undefined {
  const damage = new DamageLog();
  const stored = findScope(writer.prepare, scope, damage);
  if (damage.rows().length === 0) return stored;
  rebuildPostings(writer);
  return findScope(writer.prepare, scope, damage);
}

/** Makes everything that is searched anew from the items and their terms, as far as those are whole. */
export function rebuildPostings(writer: RowWriter): void {
  writer.run('DELETE FROM item_postings');
  writer.run('DELETE FROM item_scopes');
  for (const { ordinal, item, terms } of readItemsWithTerms(writer.prepare)) {
    if (item !== undefined && terms !== undefined) addPostings(writer, ordinal, item.scope, terms);
  }
}
