import type { Outcome } from '../model/decision.ts';
import { failureOf } from '../model/item-body.ts';
import type { ItemLayer, ItemType, MemoryItem, RelatedItem } from '../model/memory-item.ts';
import { hideLines } from '../text/hashes.ts';
import { isFields } from '../text/json/fields.ts';
import { lineFields, lineTimes, toItemId, writingField } from './item-fields.ts';
import { fingerprintOf, identityOf, layerOf, titleOf } from './prepare-item.ts';

/** Fields of a line of an export. */
export type Fields = Readonly<Record<string, unknown>>;

const longestFingerprint = 200;

const rows = Object.entries(lineFields);

/** Defaults of a line that names no value. */
const unsaid = Object.fromEntries(
  rows.flatMap(([name, row]) => (row.unsaid === undefined ? [] : [[name, row.unsaid]])),
) as unknown as Omit<MemoryItem, 'body' | 'supersededById'>;

const sameFields = new Set(
  rows.flatMap(([name, { inItem, isOfLine }]) => (inItem === undefined && !isOfLine ? [name] : [])),
);

/**
 * The fields in one spelling: enumeration values in lower case, where Memory V2 writes capitals, and no field that is `null`,
 * which Memory V2 writes for an absent one.
 */
export function plainFields(fields: Fields): Fields {
  const words = ['layer', 'type', 'status', 'trust'].filter((name) => typeof fields[name] === 'string');
  const lowered = words.map((name) => [name, String(fields[name]).toLowerCase()]);
  const related = Array.isArray(fields.relatedItems)
    ? { relatedItems: fields.relatedItems.map(lowerRelation) }
    : {};
  const plain = { ...fields, ...related, ...Object.fromEntries(lowered) };
  return Object.fromEntries(
    Object.entries(plain).filter(([name, value]) => value !== null || !Object.hasOwn(lineFields, name)),
  );
}

function lowerRelation(link: unknown): unknown {
  if (!isFields(link) || typeof link.relation !== 'string') return link;
  return { ...link, relation: link.relation.toLowerCase() };
}

/** The memory of plain, checked fields. Its card is not counted yet, so `tokenCost` is 0. */
export function itemFromFields(fields: Fields, nowMs: number): MemoryItem {
  // Every field was checked against its form.
  const given = fields as Partial<MemoryItem> & { readonly content: MemoryItem['content'] };
  const { content, body, scope = unsaid.scope } = given;
  const type: ItemType = given.type ?? (body === undefined ? 'project_fact' : 'fix');
  const failure = failureOf(body);
  const times = timesOf(fields);
  const createdAtMs = times.createdAtMs ?? times.updatedAtMs ?? nowMs;
  const identity = identityOf(type, content, failure);
  const claimed = given.fingerprint ?? '';
  const { supersededById } = given;
  return {
    ...unsaid,
    ...Object.fromEntries(Object.entries(given).filter(([name]) => sameFields.has(name))),
    ...times,
    id: toItemId(given.id ?? JSON.stringify([scope, ...identity])),
    scope,
    layer: (given.layer ?? layerOf(type)) satisfies ItemLayer,
    type,
    title: (given.title || titleOf({ title: undefined, content, failure })) as MemoryItem['title'],
    content,
    createdAtMs,
    updatedAtMs: times.updatedAtMs ?? createdAtMs,
    fingerprint: claimed !== '' && claimed.length <= longestFingerprint ? claimed : fingerprintOf(identity),
    relatedItems: (given.relatedItems ?? unsaid.relatedItems).map(toLink),
    anchors: (given.anchors ?? unsaid.anchors).map(hideLines),
    ...(supersededById === undefined ? {} : { supersededById: toItemId(supersededById) }),
    tokenCost: 0,
    extra: extraOf(fields),
  };
}

function timesOf(fields: Fields): Partial<MemoryItem> {
  const times = lineTimes.flatMap(({ inItem, inLine }) =>
    fields[inLine] === undefined ? [] : [[inItem, toMs(fields[inLine])]],
  );
  return Object.fromEntries(times);
}

export function toMs(time: unknown): number {
  return typeof time === 'string' ? Date.parse(time) : Number(time);
}

function toLink({ id, relation }: RelatedItem): RelatedItem {
  return { id: toItemId(id), relation };
}

/** Keeps unknown fields. How an earlier export was written is of no interest any more. */
function extraOf(fields: Fields): Fields {
  const { extra } = fields;
  const unknown = Object.entries(fields).filter(([name]) => !Object.hasOwn(lineFields, name));
  const { [writingField]: _, ...kept } = {
    ...(isFields(extra) ? extra : {}),
    ...Object.fromEntries(unknown),
  };
  return kept;
}

/** A memory as the fields of a line, in our spelling and order; missing ones are undefined. */
export function fieldsOfItem(item: MemoryItem): Fields {
  const { [writingField]: _, ...extra } = item.extra;
  const fields: Fields = {
    ...item,
    ...Object.fromEntries(lineTimes.map(({ inItem, inLine }) => [inLine, timeOf(item[inItem])])),
    layer: item.layer.toUpperCase(),
    type: item.type.toUpperCase(),
    extra,
  };
  return Object.fromEntries(Object.keys(lineFields).map((name) => [name, fields[name]]));
}

/** A time as ISO 8601. A clock may be wrong by any amount; a time beyond ISO 8601 stays a number of milliseconds. */
export function timeOf(ms: number | undefined): string | number | undefined {
  if (ms === undefined) return undefined;
  const date = new Date(ms);
  return Number.isNaN(date.getTime()) || !Number.isInteger(ms) ? ms : date.toISOString();
}

/** A memory with its outcomes and the name of its repository. */
export interface ItemRecord {
  readonly item: MemoryItem;
  /** In the order of reporting. */
  readonly outcomes: readonly Outcome[];
  readonly repositoryName?: string | undefined;
}
