import { type MemoryItem, standaloneKinds } from '../../../model/memory-item.ts';
import type { Scope } from '../../../model/provenance.ts';
import type { ItemFilter, ItemReader } from '../../../ports/memory-store.ts';
import type { Row } from '../database.ts';
import { decodeOrNote, linksTo, readItemAt } from './item-rows.ts';
import { kindSchema } from './migrations.ts';
import { findScopes } from './read-postings.ts';
import type { Prepare } from './row-writer.ts';
import { type Condition, type DamageLog, decodeText, encodeText, textPrefix } from './sealed-table.ts';

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
  const readAll = (ordinals: readonly number[]) =>
    ordinals.flatMap((ordinal) => readItemAt(prepare, ordinal, damage) ?? []);

  /** Finds ordinals through indexes alone, then reads the rows. Damaged rows do not count towards the limit. */
  const list = ({ sql, parameters }: Condition, limit = Number.MAX_SAFE_INTEGER): readonly MemoryItem[] => {
    const page = prepare(`SELECT ordinal FROM items WHERE ${sql} ORDER BY ordinal DESC LIMIT ? OFFSET ?`);
    const found: MemoryItem[] = [];
    for (let offset = 0; found.length < limit; ) {
      const missing = limit - found.length;
      const ordinals = page.all(...parameters, missing, offset).map(({ ordinal }) => Number(ordinal));
      found.push(...readAll(ordinals));
      if (ordinals.length < missing) break;
      offset += missing;
    }
    return found;
  };

  return {
    item: (id) => decode(prepare(`${rows} WHERE id = ?`).get(encodeText(id))),
    items: (filter) => {
      const condition = conditionOf(filter, schema);
      if (filter.bodyKind === undefined || filter.limit !== undefined) return list(condition, filter.limit);
      return readAll(keptOrdinals(prepare, condition));
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
      const found: MemoryItem[] = [];
      for (const ordinal of linksTo(prepare, id).toReversed()) {
        if (found.length >= limit) break;
        const item = readItemAt(prepare, ordinal, damage);
        if (item?.relatedItems.some((one) => one.id === id && one.relation === relation)) found.push(item);
      }
      return found;
    },
    itemsAt: (ordinals) =>
      ordinals.flatMap((ordinal) => {
        const item = readItemAt(prepare, ordinal, damage);
        return item === undefined ? [] : [{ ordinal, item }];
      }),
  };
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
  const row = prepare(`SELECT count(*) AS count FROM items WHERE ${sql}`).get(...parameters);
  return Number(row?.count ?? 0);
}

interface Kept {
  /** Changes when another connection, of this process or of another one, has written. */
  readonly version: number;
  readonly ordinals: Map<string, readonly number[]>;
}

const keptBy = new WeakMap<Prepare, Kept>();

/**
 * Ordinals that meet a condition which needs a look into every row, such as the kind of a body, newest first. They are kept for
 * the connection until a memory is written: looking takes milliseconds of every recall.
 */
function keptOrdinals(prepare: Prepare, { sql, parameters }: Condition): readonly number[] {
  const version = Number(prepare('PRAGMA data_version').get()?.data_version);
  const known = keptBy.get(prepare);
  const kept = known?.version === version ? known : { version, ordinals: new Map() };
  keptBy.set(prepare, kept);
  const key = [sql, ...parameters.map(String)].join('\0');
  let ordinals = kept.ordinals.get(key);
  if (ordinals === undefined) {
    const all = prepare(`SELECT ordinal FROM items WHERE ${sql} ORDER BY ordinal DESC`).all(...parameters);
    ordinals = all.map(({ ordinal }) => Number(ordinal));
    kept.ordinals.set(key, ordinals);
  }
  return ordinals;
}

/** To be called when this connection has written a memory, and when it has taken back what it wrote. */
export function forgetOrdinals(prepare: Prepare): void {
  keptBy.delete(prepare);
}

/** A filter as a condition on rows of `items`. */
function conditionOf(filter: Omit<ItemFilter, 'limit'>, schema: number): Condition {
  const { scopes, kinds, layers, types, statuses, quarantined, bodyKind, origin } = filter;
  const conditions = [
    oneOf('scope', scopes),
    oneOf(schema < kindSchema ? kindInBody : 'kind', kinds),
    oneOf('layer', layers),
    oneOf('type', types),
    oneOf('status', statuses),
    quarantined === undefined ? undefined : { sql: 'quarantined = ?', parameters: [quarantined ? 1 : 0] },
    ofBody(bodyKind),
    ofOrigin(origin),
  ].filter((condition) => condition !== undefined);
  return {
    sql: conditions.map(({ sql }) => sql).join(' AND ') || 'true',
    parameters: conditions.flatMap(({ parameters }) => parameters),
  };
}

/** Expression for the kind of an item in an older schema without a column for it. */
const kindInBody = `CASE WHEN json_valid(rest) AND json_extract(rest, '$.body.kind') IN ('variant', 'pattern', 'episode', 'experience')
  THEN json_extract(rest, '$.body.kind') ELSE 'lesson' END`;

function oneOf(column: string, values: readonly string[] | undefined): Condition | undefined {
  return (
    values && {
      sql: `${column} IN (${values.map(() => '?').join()})`,
      parameters: values.map(encodeText),
    }
  );
}

function ofOrigin(origin: string | undefined): Condition | undefined {
  if (origin === undefined) return undefined;
  const sessions = textPrefix('origin', `${origin}/`);
  return {
    sql: `(origin = ? OR ${sessions.sql})`,
    parameters: [encodeText(origin), ...sessions.parameters],
  };
}

/** Searches for the kind's text first, which is faster than parsing every row. */
function ofBody(kind: ItemFilter['bodyKind']): Condition | undefined {
  return (
    kind && {
      sql: `CASE WHEN instr(rest, ?) > 0 AND json_valid(rest) THEN json_extract(rest, '$.body.kind') = ? ELSE false END`,
      parameters: [`"kind":"${kind}"`, kind],
    }
  );
}
