import type { ItemId } from '../../../model/brands.ts';
import { AfterwitError } from '../../../model/errors.ts';
import { type MemoryItem, standsAlone } from '../../../model/memory-item.ts';
import type { Scope } from '../../../model/provenance.ts';
import type { ItemWriter } from '../../../ports/memory-store.ts';
import {
  addAccess,
  findOrdinal,
  type ItemTerms,
  lengthOf,
  linksTo,
  readItemAt,
  readItemsWithTerms,
  readTerms,
  toItemTerms,
  withoutLinksTo,
  writeItemRow,
  writeTerms,
} from './item-rows.ts';
import { forgetOrdinals } from './read-items.ts';
import { countOrdinal, findScope, itemScopes, type StoredScope } from './read-postings.ts';
import { DamageLog, encodeText, type RemovedItem, type RowWriter } from './sealed-table.ts';

/** Writes memories with their terms, links and counts. */
export function writeItemTable(writer: RowWriter) {
  return {
    putItem(item, terms) {
      const ordinal = findOrdinal(writer.prepare, item.id);
      if (ordinal === undefined) addItem(writer, item, findableBy(item, terms));
      else replaceItem(writer, ordinal, item, findableBy(item, terms));
    },
    updateItem(item) {
      const ordinal = findOrdinal(writer.prepare, item.id);
      if (ordinal === undefined) throw unknownItem(item.id);
      replaceItem(writer, ordinal, item);
    },
    removeItem(id) {
      writer.requireOpen();
      const ordinal = findOrdinal(writer.prepare, id);
      if (ordinal === undefined) return false;
      removeItem(writer, ordinal, id);
      writer.hasForgotten = true;
      return true;
    },
    addAccesses(accesses) {
      for (const access of accesses) {
        const ordinal = findOrdinal(writer.prepare, access.id);
        if (ordinal !== undefined) addAccess(writer, ordinal, access);
      }
    },
  } satisfies Partial<ItemWriter>;
}

function findableBy(item: MemoryItem, terms: ReadonlyMap<string, number>): ItemTerms {
  return standsAlone(item) ? toItemTerms(terms) : [];
}

function addItem(writer: RowWriter, item: MemoryItem, terms: ItemTerms): void {
  const last = writer.prepare("SELECT seq FROM sqlite_sequence WHERE name = 'items'").get();
  const ordinal = Number(last?.seq ?? 0) + 1;
  writeItem(writer, ordinal, item);
  writeTerms(writer, ordinal, terms);
  if (standsAlone(item)) addPostings(writer, ordinal, item.scope, terms);
}

function writeItem(writer: RowWriter, ordinal: number, item: MemoryItem): void {
  writeItemRow(writer, ordinal, item);
  forgetOrdinals(writer.prepare);
}

function replaceItem(writer: RowWriter, ordinal: number, item: MemoryItem, newTerms?: ItemTerms): void {
  const before = readItemAt(writer.prepare, ordinal, new DamageLog());
  const knownTerms = readTerms(writer.prepare, ordinal);
  const terms = newTerms ?? knownTerms ?? [];
  if (before === undefined || knownTerms === undefined) {
    trustTable(writer);
    writeItem(writer, ordinal, item);
    writeTerms(writer, ordinal, terms);
    rebuildPostings(writer);
    return;
  }
  const isFoundElsewhere = newTerms !== undefined || before.scope !== item.scope;
  if (isFoundElsewhere && standsAlone(before)) removePostings(writer, ordinal, before.scope, knownTerms);
  writeItem(writer, ordinal, item);
  if (!isFoundElsewhere) return;
  writeTerms(writer, ordinal, terms);
  if (standsAlone(item)) addPostings(writer, ordinal, item.scope, terms);
}

function removeItem(writer: RowWriter, ordinal: number, id: ItemId): void {
  const damage = new DamageLog();
  for (const source of linksTo(writer.prepare, id)) {
    const item = readItemAt(writer.prepare, source, damage);
    if (item !== undefined && source !== ordinal) writeItem(writer, source, withoutLinksTo(item, id));
  }
  const item = readItemAt(writer.prepare, ordinal, damage);
  const terms = readTerms(writer.prepare, ordinal);
  const isWhole = item !== undefined && terms !== undefined;
  if (!isWhole) trustTable(writer);
  writer.run('DELETE FROM items WHERE ordinal = ?', ordinal);
  forgetOrdinals(writer.prepare);
  writer.run('DELETE FROM item_links WHERE target_id = ?', encodeText(id));
  if (!isWhole) rebuildPostings(writer);
  else if (standsAlone(item)) removeLater(writer, item.scope, { ordinal, terms });
}

function removeLater(writer: RowWriter, scope: Scope, removed: RemovedItem): void {
  const others = writer.removed.get(scope);
  if (others === undefined) writer.removed.set(scope, [removed]);
  else others.push(removed);
}

/** Reindexes when needed: SQLite refuses to change a damaged row that is missing from its indexes. */
function trustTable(writer: RowWriter): void {
  writer.run('REINDEX items');
}

function unknownItem(id: ItemId): AfterwitError {
  return new AfterwitError(
    'ITEM_NOT_FOUND',
    `No memory has the id ${id}. Run \`afterwit list\` to see them.`,
    { data: { id } },
  );
}

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
function addPostings(writer: RowWriter, ordinal: number, scope: Scope, terms: ItemTerms): void {
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
function removePostings(writer: RowWriter, ordinal: number, scope: Scope, terms: ItemTerms): void {
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

/** @returns whether all postings were rebuilt, because those of the scope were unreliable */
function soundScope(writer: RowWriter, scope: Scope) {
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
