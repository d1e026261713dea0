import { standsAlone } from '../../../model/memory-item.ts';
import type { Scope } from '../../../model/provenance.ts';
import { type ItemTerms, lengthOf, readItemsWithTerms } from './item-rows.ts';
import { countOrdinal, findScope, itemScopes, type StoredScope } from './read-postings.ts';
import type { RemovedItem, RowWriter } from './row-writer.ts';
import { DamageLog, encodeText } from './sealed-table.ts';

const columns = 'scope_id, term, ordinal, frequency, length';

const insert = `INSERT INTO item_postings (${columns}) VALUES (?, ?, ?, ?, ?)
  ON CONFLICT DO UPDATE SET frequency = excluded.frequency, length = excluded.length`;
const countUp = `INSERT INTO item_postings (${columns}) VALUES (?, ?, ${countOrdinal}, 1, 0)
  ON CONFLICT DO UPDATE SET frequency = item_postings.frequency + 1`;

const ofTerm = 'scope_id = ? AND term = ? AND ordinal =';
const remove = `DELETE FROM item_postings WHERE ${ofTerm} ?`;
const countDown = `UPDATE item_postings SET frequency = frequency - 1 WHERE ${ofTerm} ${countOrdinal}`;
const removeCount = `DELETE FROM item_postings WHERE ${ofTerm} ${countOrdinal} AND frequency <= 0`;

const removeMany =
  'DELETE FROM item_postings WHERE scope_id = ? AND ordinal IN (SELECT value FROM json_each(?))';
const countAgain = `INSERT INTO item_postings (${columns})
  SELECT scope_id, term, ${countOrdinal}, count(*), 0 FROM item_postings WHERE scope_id = ? GROUP BY term`;

/** Adds an item's postings in a scope. Item and terms must be written already. */
export function addPostings(writer: RowWriter, ordinal: number, scope: Scope, terms: ItemTerms): void {
  const { stored, isRebuilt } = soundScope(writer, scope);
  if (isRebuilt) return;
  const { id, itemCount, totalLength } = stored ?? { id: nextScopeId(writer), itemCount: 0, totalLength: 0 };
  const length = lengthOf(terms);
  for (const [term, frequency] of terms) {
    const encoded = encodeText(term);
    writer.run(insert, id, encoded, ordinal, frequency, length);
    writer.run(countUp, id, encoded);
  }
  writeScope(writer, scope, { id, itemCount: itemCount + 1, totalLength: totalLength + length });
}

function nextScopeId({ prepare }: RowWriter): number {
  return Number(prepare('SELECT coalesce(max(id), 0) + 1 AS id FROM item_scopes').get()?.id);
}

/** Writes a scope's statistics; deletes the scope with its last searchable memory. */
function writeScope(writer: RowWriter, scope: Scope, { id, itemCount, totalLength }: StoredScope): void {
  if (itemCount === 0) writer.run('DELETE FROM item_scopes WHERE id = ?', id);
  else itemScopes.write(writer, { values: [id, scope, itemCount, totalLength] }, 'replace');
}

/** Removes the postings of an item that still exists with its terms. */
export function removePostings(writer: RowWriter, ordinal: number, scope: Scope, terms: ItemTerms): void {
  const { stored } = soundScope(writer, scope);
  if (stored !== undefined) removeOneByOne(writer, scope, stored, [{ ordinal, terms }]);
}

/**
 * Removes the postings of all deleted items, which takes a tenth of the time when done together. Call it before reading
 * postings and before the transaction ends.
 */
export function settleRemovals(writer: RowWriter): void {
  for (const [scope, removed] of writer.removed) {
    writer.removed.delete(scope);
    const { stored, isRebuilt } = soundScope(writer, scope);
    if (stored === undefined || isRebuilt) continue;
    // Rewriting by a full scan pays off from a twentieth of a scope's items on.
    const remove = removed.length * 20 > stored.itemCount ? removeTogether : removeOneByOne;
    remove(writer, scope, stored, removed);
  }
}

function removeOneByOne(
  writer: RowWriter,
  scope: Scope,
  stored: StoredScope,
  removed: readonly RemovedItem[],
): void {
  for (const { ordinal, terms } of removed) {
    for (const [term] of terms) {
      const encoded = encodeText(term);
      writer.run(remove, stored.id, encoded, ordinal);
      writer.run(countDown, stored.id, encoded);
      writer.run(removeCount, stored.id, encoded);
    }
  }
  writeScope(writer, scope, without(stored, removed));
}

function removeTogether(
  writer: RowWriter,
  scope: Scope,
  stored: StoredScope,
  removed: readonly RemovedItem[],
): void {
  const ordinals = JSON.stringify([countOrdinal, ...removed.map(({ ordinal }) => ordinal)]);
  writer.run(removeMany, stored.id, ordinals);
  writer.run(countAgain, stored.id);
  writeScope(writer, scope, without(stored, removed));
}

function without({ id, itemCount, totalLength }: StoredScope, removed: readonly RemovedItem[]): StoredScope {
  const length = removed.reduce((sum, { terms }) => sum + lengthOf(terms), 0);
  return { id, itemCount: itemCount - removed.length, totalLength: totalLength - length };
}

interface SoundScope {
  readonly stored: StoredScope | undefined;
  /** Whether all postings were rebuilt, because those of the scope were unreliable. */
  readonly isRebuilt: boolean;
}

function soundScope(writer: RowWriter, scope: Scope): SoundScope {
  const damage = new DamageLog();
  const stored = findScope(writer.prepare, scope, damage);
  if (damage.rows().length === 0) return { stored, isRebuilt: false };
  rebuildPostings(writer);
  return { stored: findScope(writer.prepare, scope, damage), isRebuilt: true };
}

/** Rebuilds all postings and counts from the items and terms that are intact. */
export function rebuildPostings(writer: RowWriter): void {
  writer.removed.clear();
  writer.run('DELETE FROM item_postings');
  writer.run('DELETE FROM item_scopes');
  for (const { ordinal, item, terms } of readItemsWithTerms(writer.prepare)) {
    if (item === undefined || terms === undefined || !standsAlone(item)) continue;
    addPostings(writer, ordinal, item.scope, terms);
  }
}
