import type { ItemId } from '../../../model/brands.ts';
import { type MemoryItem, standaloneKinds } from '../../../model/memory-item.ts';
import type { Scope } from '../../../model/provenance.ts';
import type { ItemFilter, ItemReader } from '../../../ports/memory-store.ts';
import type { Row } from '../database.ts';
import { decodeText, encodeText } from '../text-value.ts';
import { readAccess } from './access-table.ts';
import type { DamageLog } from './damage-log.ts';
import { conditionOf } from './item-filter.ts';
import { linksTo } from './item-links.ts';
import { decodeItem } from './item-row.ts';
import { keptOrdinals } from './kept-ordinals.ts';
import type { Prepare } from './prepare.ts';
import { findScopes } from './scope-table.ts';
import { type Condition, textPrefix } from './text-prefix.ts';

type ItemLookups = Pick<
  ItemReader,
  | 'item'
  | 'items'
  | 'countItems'
  | 'itemsAfter'
  | 'scopes'
  | 'itemsByIdPrefix'
  | 'itemByFingerprint'
  | 'itemsRelatedTo'
  | 'itemsAt'
>;

const rows = 'SELECT * FROM items';

/** Reads memories. `ordinal` is the order of insertion, independent of the clock. */
export function readItemTable(prepare: Prepare, schema: number, damage: DamageLog): ItemLookups {
  const decode = (row: Row | undefined) => row && decodeOrNote(prepare, row, damage);

  /** Finds ordinals through indexes alone, then reads the rows. Damaged rows do not count towards the limit. */
  const list = ({ sql, parameters }: Condition, limit = Number.MAX_SAFE_INTEGER): readonly MemoryItem[] => {
    const page = prepare(`SELECT ordinal FROM items WHERE ${sql} ORDER BY ordinal DESC LIMIT ? OFFSET ?`);
    const items: MemoryItem[] = [];
    for (let offset = 0; items.length < limit; ) {
      const missing = limit - items.length;
      const ordinals = page.all(...parameters, missing, offset).map(({ ordinal }) => Number(ordinal));
      items.push(...ordinals.flatMap((ordinal) => readItemAt(prepare, ordinal, damage) ?? []));
      if (ordinals.length < missing) break;
      offset += missing;
    }
    return items;
  };

  return {
    item: (id) => decode(prepare(`${rows} WHERE id = ?`).get(encodeText(id))),
    items: (filter) => {
      const condition = conditionOf(filter, schema);
      if (filter.bodyKind === undefined || filter.limit !== undefined) return list(condition, filter.limit);
      const ordinals = keptOrdinals(prepare, condition, () => allOrdinals(prepare, condition));
      return ordinals.flatMap((ordinal) => readItemAt(prepare, ordinal, damage) ?? []);
    },
    countItems: (filter) =>
      countScopes(prepare, filter, damage) ?? countItems(prepare, conditionOf(filter, schema)),
    itemsAfter(ordinal, { status, limit }) {
      const found: { readonly ordinal: number; readonly item: MemoryItem }[] = [];
      const after = prepare(`${rows} WHERE ordinal > ? AND status = ? ORDER BY ordinal`);
      for (const row of after.iterate(ordinal, status)) {
        const item = decode(row);
        if (item !== undefined && found.push({ ordinal: Number(row.ordinal), item }) >= limit) break;
      }
      return found;
    },
    scopes: () =>
      prepare('SELECT scope FROM item_scopes')
        .all()
        .map((row) => decodeText(row.scope) as Scope),
    itemsByIdPrefix: (prefix, limit) => list(textPrefix('id', prefix), limit),
    itemByFingerprint: (scope, fingerprint) =>
      decode(
        prepare(`${rows} WHERE scope = ? AND fingerprint = ?`).get(
          encodeText(scope),
          encodeText(fingerprint),
        ),
      ),
    itemsRelatedTo: (id, relation, limit = Number.MAX_SAFE_INTEGER) => {
      const items: MemoryItem[] = [];
      for (const ordinal of linksTo(prepare, id).toReversed()) {
        if (items.length >= limit) break;
        const item = readItemAt(prepare, ordinal, damage);
        if (item?.relatedItems.some((one) => one.id === id && one.relation === relation)) items.push(item);
      }
      return items;
    },
    itemsAt: (ordinals) =>
      ordinals.flatMap((ordinal) => {
        const item = readItemAt(prepare, ordinal, damage);
        return item === undefined ? [] : [{ ordinal, item }];
      }),
  };
}

function allOrdinals(prepare: Prepare, { sql, parameters }: Condition): readonly number[] {
  return prepare(`SELECT ordinal FROM items WHERE ${sql} ORDER BY ordinal DESC`)
    .all(...parameters)
    .map(({ ordinal }) => Number(ordinal));
}

function decodeOrNote(prepare: Prepare, row: Row, damage: DamageLog): MemoryItem | undefined {
  const item = decodeItem(row);
  if (item === undefined) {
    damage.note('items', decodeText(row.id));
    return undefined;
  }
  return { ...item, ...readAccess(prepare, Number(row.ordinal), damage) };
}

export function readItemAt(prepare: Prepare, ordinal: number, damage: DamageLog): MemoryItem | undefined {
  const row = prepare(`${rows} WHERE ordinal = ?`).get(ordinal);
  return row && decodeOrNote(prepare, row, damage);
}

/** Answers the count of searchable items from stored counts, because every recall needs it. */
function countScopes(prepare: Prepare, filter: ItemFilter, damage: DamageLog): number | undefined {
  const { scopes, kinds = [], ...others } = filter;
  if (scopes === undefined || Object.values(others).some((value) => value !== undefined)) return undefined;
  if (kinds.length !== standaloneKinds.length || standaloneKinds.some((kind) => !kinds.includes(kind)))
    return undefined;
  const stored = findScopes(prepare, scopes, damage);
  return stored.reduce((sum, { itemCount }) => sum + itemCount, 0);
}

function countItems(prepare: Prepare, { sql, parameters }: Condition): number {
  return Number(prepare(`SELECT count(*) AS count FROM items WHERE ${sql}`).get(...parameters)?.count);
}

/** Ordinal of a memory, even if its row is damaged. */
export function findOrdinal(prepare: Prepare, id: ItemId): number | undefined {
  const row = prepare('SELECT ordinal FROM items WHERE id = ?').get(encodeText(id));
  return row && Number(row.ordinal);
}
