import type { ItemId } from '../../../model/brands.ts';
import { AfterwitError } from '../../../model/errors.ts';
import { type MemoryItem, standsAlone } from '../../../model/memory-item.ts';
import type { Scope } from '../../../model/provenance.ts';
import type { ItemWriter } from '../../../ports/memory-store.ts';
import {
  addAccess,
  findOrdinal,
  type ItemTerms,
  linksTo,
  readItemAt,
  readTerms,
  toItemTerms,
  withoutLinksTo,
  writeItemRow,
  writeTerms,
} from './item-rows.ts';
import { forgetOrdinals } from './read-items.ts';
import type { RemovedItem, RowWriter } from './row-writer.ts';
import { DamageLog, encodeText } from './sealed-table.ts';
import { addPostings, rebuildPostings, removePostings } from './write-postings.ts';

type ItemWrites = Pick<ItemWriter, 'putItem' | 'updateItem' | 'removeItem' | 'addAccesses'>;

/** Writes memories with their terms, links and counts. */
export function writeItemTable(writer: RowWriter): ItemWrites {
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
  };
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
