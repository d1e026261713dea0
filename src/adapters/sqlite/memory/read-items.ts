import {
  type ItemStatus,
  type ItemType,
  type MemoryItem,
  standaloneKinds,
} from '../../../model/memory-item.ts';
import type { Scope, Trust } from '../../../model/provenance.ts';
import type { BodyName, ItemFilter, ItemOrder, ItemReader, ItemTally } from '../../../ports/memory-store.ts';
import type { Row } from '../database.ts';
import { decodeOrNote, linksTo, readItemAt } from './item-rows.ts';
import { kindSchema } from './migrations.ts';
import { findScopes } from './read-postings.ts';
import type { Prepare } from './row-writer.ts';
import {
  allOf,
  type Condition,
  type DamageLog,
  decodeText,
  encodeText,
  oneOf,
  textPrefix,
} from './sealed-table.ts';

type ItemLookups = Pick<
  ItemReader,
  | 'item'
  | 'items'
  | 'countItems'
  | 'itemWindow'
  | 'tallyItems'
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
      return readAll(keptOrdinals(prepare, condition, 'newest'));
    },
    countItems: (filter) =>
      countScopes(prepare, filter, damage) ?? countItems(prepare, conditionOf(filter, schema)),
    itemWindow(filter, { offset, limit, order }) {
      const ordinals = keptOrdinals(prepare, conditionOf(filter, schema), order);
      return { items: readAll(ordinals.slice(offset, offset + limit)), count: ordinals.length };
    },
    tallyItems: ({ text }) => tallyItems(prepare, conditionOf({ text }, schema)),
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

/** What a field within the JSON of a row holds; null in a damaged one. */
const within = (path: string) => `CASE WHEN json_valid(rest) THEN json_extract(rest, '$.${path}') END`;
const bodyOfRow = `coalesce(${within('body.kind')}, 'none')`;

function tallyItems(prepare: Prepare, { sql, parameters }: Condition): readonly ItemTally[] {
  const kept = keptHere(prepare).tallies;
  const key = [sql, ...parameters.map(String)].join('\0');
  const known = kept.get(key);
  if (known !== undefined) return known;
  const alike = prepare(
    `SELECT scope, type, status, ${within('trust')} AS trust, ${within('source')} AS source, ${bodyOfRow} AS body, count(*) AS count
     FROM items WHERE ${sql} GROUP BY 1, 2, 3, 4, 5, 6`,
  ).all(...parameters);
  const tallies = alike.map(
    ({ scope, type, status, trust, source, body, count }): ItemTally => ({
      scope: decodeText(scope) as Scope,
      type: decodeText(type) as ItemType,
      status: decodeText(status) as ItemStatus,
      trust: String(trust) as Trust,
      source: String(source),
      body: String(body) as BodyName,
      count: Number(count),
    }),
  );
  keep(kept, key, tallies);
  return tallies;
}

/** Answers of the last few questions, and of no more: a person who types asks many. */
const mostKept = 12;

function keep<Value>(kept: Map<string, Value>, key: string, value: Value): void {
  const [oldest] = kept.keys();
  if (kept.size >= mostKept && oldest !== undefined) kept.delete(oldest);
  kept.set(key, value);
}

interface Kept {
  /** Changes when another connection, of this process or of another one, has written. */
  readonly version: number;
  readonly ordinals: Map<string, readonly number[]>;
  readonly tallies: Map<string, readonly ItemTally[]>;
}

const keptBy = new WeakMap<Prepare, Kept>();

function keptHere(prepare: Prepare): Kept {
  const version = Number(prepare('PRAGMA data_version').get()?.data_version);
  const known = keptBy.get(prepare);
  const kept = known?.version === version ? known : { version, ordinals: new Map(), tallies: new Map() };
  keptBy.set(prepare, kept);
  return kept;
}

const sqlOfOrder = { newest: 'ordinal DESC', oldest: 'ordinal', changed: 'updated_at_ms DESC, ordinal DESC' };

/**
 * Ordinals that meet a condition which needs a look into every row, such as the kind of a body. They are kept for the connection
 * until a memory is written: looking takes milliseconds of every recall, and a list is read from any place in it.
 */
function keptOrdinals(prepare: Prepare, { sql, parameters }: Condition, order: ItemOrder): readonly number[] {
  const kept = keptHere(prepare).ordinals;
  const key = [order, sql, ...parameters.map(String)].join('\0');
  const known = kept.get(key);
  if (known !== undefined) return known;
  const all = prepare(`SELECT ordinal FROM items WHERE ${sql} ORDER BY ${sqlOfOrder[order]}`).all(
    ...parameters,
  );
  const ordinals = all.map(({ ordinal }) => Number(ordinal));
  keep(kept, key, ordinals);
  return ordinals;
}

/** To be called when this connection has written a memory, and when it has taken back what it wrote. */
export function forgetOrdinals(prepare: Prepare): void {
  keptBy.delete(prepare);
}

/** A filter as a condition on rows of `items`. */
function conditionOf(filter: Omit<ItemFilter, 'limit'>, schema: number): Condition {
  const { scopes, kinds, layers, types, statuses, quarantined, bodyKind, origin } = filter;
  const { relation, trusts, sources, bodies, text } = filter;
  return allOf([
    oneOf('scope', scopes?.map(encodeText)),
    oneOf(schema < kindSchema ? kindInBody : 'kind', kinds),
    oneOf('layer', layers),
    oneOf('type', types),
    oneOf('status', statuses),
    quarantined === undefined ? undefined : { sql: 'quarantined = ?', parameters: [quarantined ? 1 : 0] },
    ofBody(bodyKind),
    ofOrigin(origin),
    ofRelation(relation),
    oneOf(within('trust'), trusts),
    oneOf(within('source'), sources),
    oneOf(bodyOfRow, bodies),
    holding(text),
  ]);
}

/** Expression for the kind of an item in an older schema without a column for it. */
const kindInBody = `CASE WHEN json_valid(rest) AND json_extract(rest, '$.body.kind') IN ('variant', 'pattern', 'episode', 'experience')
  THEN json_extract(rest, '$.body.kind') ELSE 'lesson' END`;

function holding(text: string | undefined): Condition | undefined {
  if (text === undefined || text === '') return undefined;
  const like = `%${text.replaceAll(/[\\%_]/g, '\\$&')}%`;
  const id = textPrefix('id', text.toLowerCase());
  return {
    sql: `(${within('title')} LIKE ? ESCAPE '\\' OR ${within('content')} LIKE ? ESCAPE '\\' OR ${id.sql})`,
    parameters: [like, like, ...id.parameters],
  };
}

function ofOrigin(origin: string | undefined): Condition | undefined {
  if (origin === undefined) return undefined;
  const sessions = textPrefix('origin', `${origin}/`);
  return {
    sql: `(origin = ? OR ${sessions.sql})`,
    parameters: [encodeText(origin), ...sessions.parameters],
  };
}

/** A text that a memory tells cannot look like this: its quotation marks are escaped. */
function ofRelation(relation: ItemFilter['relation']): Condition | undefined {
  return relation && { sql: 'instr(rest, ?) > 0', parameters: [`"relation":"${relation}"`] };
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
