import {
  type ItemStatus,
  type ItemType,
  type MemoryItem,
  standaloneKinds,
} from '../../../model/memory-item.ts';
import type { Scope, Trust } from '../../../model/provenance.ts';
import type { BodyName, ItemFilter, ItemOrder, ItemReader, ItemTally } from '../../../ports/memory-store.ts';
import type { Row } from '../database.ts';
import { conditionOf, facets } from './item-filter.ts';
import { decodeOrNote, linksTo, readItemAt } from './item-rows.ts';
import { findScopes } from './read-postings.ts';
import {
  type Condition,
  type DamageLog,
  decodeText,
  encodeText,
  type Prepare,
  textPrefix,
} from './sealed-table.ts';

const rows = 'SELECT * FROM items';

/** Reads memories. `ordinal` is the order of insertion, independent of the clock. */
export function readItemTable(prepare: Prepare, damage: DamageLog) {
  const decode = (row: Row | undefined) => row && decodeOrNote(prepare, row, damage);
  const readAll = (ordinals: Iterable<number>) =>
    [...ordinals].flatMap((ordinal) => readItemAt(prepare, ordinal, damage) ?? []);

  /** Finds ordinals through indexes alone, then reads the rows. Damaged rows do not count towards the limit. */
  const list = ({ sql, parameters }: Condition, limit = Number.MAX_SAFE_INTEGER): readonly MemoryItem[] => {
    // With a sign, because an index that holds all that is asked is read faster than the rows are in their order.
    const order = limit === Number.MAX_SAFE_INTEGER ? '+ordinal DESC' : 'ordinal DESC';
    const page = prepare(`SELECT ordinal FROM items WHERE ${sql} ORDER BY ${order} LIMIT ? OFFSET ?`);
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
      const condition = conditionOf(filter);
      if (filter.bodyKind === undefined || filter.limit !== undefined) return list(condition, filter.limit);
      return readAll(keptOrdinals(prepare, condition, 'newest'));
    },
    countItems: (filter) => countScopes(prepare, filter, damage) ?? countItems(prepare, conditionOf(filter)),
    itemWindow(filter, { offset, limit, order }) {
      const ordinals = keptOrdinals(prepare, conditionOf(filter), order);
      return { items: readAll(ordinals.slice(offset, offset + limit)), count: ordinals.length };
    },
    tallyItems: ({ text, only }) => tallyItems(prepare, conditionOf({ text, only })),
    patternWindow(scopes, limit) {
      const { sql, parameters } = conditionOf({ scopes });
      // With a sign, so that the index of patterns is taken, and not the one that begins with the status.
      const condition = { sql: `kind = 'pattern' AND +status = 'active' AND ${sql}`, parameters };
      const seen = prepare(
        `SELECT ordinal FROM items WHERE ${condition.sql} ORDER BY ${lastSeen} DESC, ordinal DESC LIMIT ?`,
      );
      const ordinals = seen.all(...parameters, limit).map(({ ordinal }) => Number(ordinal));
      return { items: readAll(ordinals), count: countItems(prepare, condition) };
    },
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
  } satisfies Partial<ItemReader>;
}

/** When the last part of a row's pattern was added; an occurrence may refer to the fix that caused it. */
const lastSeen = `coalesce((
  SELECT max(max(variant.created_at_ms, coalesce((
    SELECT max(episode.created_at_ms) FROM item_links JOIN items AS episode ON episode.ordinal = source
    WHERE target_id = variant.id AND episode.kind = 'episode' AND instr(episode.rest, '"variantId":"' || variant.id || '"') > 0
  ), 0)))
  FROM item_links JOIN items AS variant ON variant.ordinal = source WHERE target_id = items.id AND variant.kind = 'variant'
), 0)`;

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

function tallyItems(prepare: Prepare, condition: Condition): readonly ItemTally[] {
  return keptHere(prepare, 'tallies', condition, () => readTallies(prepare, condition));
}

function readTallies(prepare: Prepare, { sql, parameters }: Condition): readonly ItemTally[] {
  const { mayReplace, doubt, trust, source, body } = facets;
  const alike = prepare(
    `SELECT status, ${mayReplace} AS may_replace, quarantined, ${doubt} AS doubt, ${trust} AS trust, ${source} AS source,
       ${body} AS body, type, scope, count(*) AS count
     FROM items WHERE ${sql} GROUP BY 1, 2, 3, 4, 5, 6, 7, 8, 9`,
  ).all(...parameters);
  return alike.map(
    (row): ItemTally => ({
      scope: decodeText(row.scope) as Scope,
      type: decodeText(row.type) as ItemType,
      status: decodeText(row.status) as ItemStatus,
      trust: String(row.trust) as Trust,
      source: String(row.source),
      body: String(row.body) as BodyName,
      quarantined: Number(row.quarantined) === 1,
      doubt: String(row.doubt) as ItemTally['doubt'],
      mayReplace: Number(row.may_replace) === 1,
      count: Number(row.count),
    }),
  );
}

/** Answers of the last few questions, and of no more: a person who types asks many. */
const mostKept = 12;

interface Kept {
  /** Changes when another connection, of this process or of another one, has written. */
  readonly version: number;
  readonly answers: Map<string, unknown>;
}

const keptBy = new WeakMap<Prepare, Kept>();

/** The answer to a question about all memories, kept until a memory is written: reading it takes milliseconds each time. */
function keptHere<Answer>(
  prepare: Prepare,
  question: 'tallies' | ItemOrder,
  { sql, parameters }: Condition,
  read: () => Answer,
): Answer {
  const version = Number(prepare('PRAGMA data_version').get()?.data_version);
  const known = keptBy.get(prepare);
  const kept = known?.version === version ? known : { version, answers: new Map<string, unknown>() };
  keptBy.set(prepare, kept);
  const { answers } = kept;
  const key = [question, sql, ...parameters.map(String)].join('\0');
  if (answers.has(key)) return answers.get(key) as Answer;
  const answer = read();
  const [oldest] = answers.keys();
  if (answers.size >= mostKept && oldest !== undefined) answers.delete(oldest);
  answers.set(key, answer);
  return answer;
}

/** Ordinals that meet a condition, from which a list is read from any place in it. */
function keptOrdinals(prepare: Prepare, condition: Condition, order: ItemOrder): Uint32Array {
  return keptHere(prepare, order, condition, () => readOrdinals(prepare, condition, order));
}

/** Read as one text and sorted here: single rows sorted by SQLite take three times as long and much more memory. */
function readOrdinals(prepare: Prepare, { sql, parameters }: Condition, order: ItemOrder): Uint32Array {
  const found =
    order === 'changed'
      ? `(SELECT ordinal FROM items WHERE ${sql} ORDER BY updated_at_ms DESC, +ordinal DESC)`
      : `items WHERE ${sql}`;
  const row = prepare(`SELECT group_concat(ordinal) AS ordinals FROM ${found}`).get(...parameters);
  if (row?.ordinals === null || row === undefined) return new Uint32Array();
  const ordinals = Uint32Array.from(String(row.ordinals).split(','), Number);
  if (order === 'changed') return ordinals;
  ordinals.sort();
  return order === 'oldest' ? ordinals : ordinals.reverse();
}

/** To be called when this connection has written a memory, and when it has taken its writes back. */
export function forgetOrdinals(prepare: Prepare): void {
  keptBy.delete(prepare);
}
