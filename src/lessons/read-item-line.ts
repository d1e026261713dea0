import type { Outcome } from '../model/decision.ts';
import { AfterwitError } from '../model/errors.ts';
import type { ItemBody, ItemId, ItemLayer, ItemType, MemoryItem, RelatedItem } from '../model/memory-item.ts';
import { failureOf } from '../model/recorded-failure.ts';
import { globalScope } from '../model/scope.ts';
import { fingerprintOf, identityOf } from './fingerprint.ts';
import { isObject } from './form.ts';
import { toItemId } from './id-forms.ts';
import { lineFields, lineForm } from './item-line-form.ts';
import { itemTimes } from './item-times.ts';
import { layerOf } from './prepare-item.ts';
import { redactRecord } from './redact-record.ts';
import { titleOf } from './title-of.ts';
import { type ItemRecord, lineFormat } from './write-item-line.ts';

type Fields = Readonly<Record<string, unknown>>;

const longestFingerprint = 200;

/**
 * Reads a line of an export, ours or of Memory V2, as a memory: checked, redacted again, and with defaults for absent
 * fields. Claimed trust is kept (`adoptItem` judges it); unknown fields go to `extra`. Its card is not counted yet, so
 * `tokenCost` is 0.
 * @throws INVALID_ARGUMENT
 */
export function readItemLine(line: string, { nowMs }: { readonly nowMs: number }): ItemRecord {
  const fields = lowerCase(redactFields(parse(line)));
  if (typeof fields.format === 'number' && fields.format > lineFormat)
    throw refused(`it was written by a newer version (format ${fields.format}). Update afterwit to read it`);
  const misfit = lineForm.misfit(fields, '');
  if (misfit !== undefined) throw refused(`"${misfit.place}" must be ${misfit.expected}`, misfit.place);
  const item = toItem(fields, nowMs);
  const { outcomes = [], repositoryName } = fields as {
    readonly outcomes?: readonly Fields[];
    readonly repositoryName?: string;
  };
  return {
    item,
    outcomes: outcomes.map((outcome) => toOutcome(outcome, item.id)),
    repositoryName,
  };
}

function parse(line: string): Fields {
  let value: unknown;
  try {
    value = JSON.parse(line);
  } catch (cause) {
    throw refused('it is not JSON', '', cause);
  }
  if (isObject(value)) return value;
  throw refused('the JSON is not an object');
}

function redactFields(fields: Fields): Fields {
  try {
    return redactRecord(fields) as Fields;
  } catch (cause) {
    throw refused(cause instanceof RangeError ? cause.message : 'it cannot be redacted', '', cause);
  }
}

/** Lowers the case of enumeration values, which Memory V2 writes in capitals. */
function lowerCase(fields: Fields): Fields {
  const words = ['layer', 'type', 'status', 'trust'].filter((name) => typeof fields[name] === 'string');
  const lowered = words.map((name) => [name, String(fields[name]).toLowerCase()]);
  const related = Array.isArray(fields.relatedItems)
    ? { relatedItems: fields.relatedItems.map(lowerRelation) }
    : {};
  return { ...fields, ...related, ...Object.fromEntries(lowered) };
}

function lowerRelation(link: unknown): unknown {
  if (!isObject(link) || typeof link.relation !== 'string') return link;
  return { ...link, relation: link.relation.toLowerCase() };
}

function toItem(fields: Fields, nowMs: number): MemoryItem {
  // Every field was checked against its form.
  const given = fields as Partial<MemoryItem> & { readonly content: MemoryItem['content'] };
  const { content, body, scope = globalScope } = given;
  const type: ItemType = given.type ?? (body === undefined ? 'project_fact' : 'fix');
  const failure = failureOf(body);
  const times = timesOf(fields);
  const createdAtMs = times.createdAtMs ?? times.updatedAtMs ?? nowMs;
  const identity = identityOf(type, content, failure);
  const claimed = given.fingerprint ?? '';
  const { supersededById } = given;
  return {
    tags: [],
    source: 'import',
    confidence: 0.5,
    salience: 0.5,
    accessCount: 0,
    references: [],
    status: 'active',
    origin: 'import',
    principal: 'import',
    trust: 'untrusted',
    quarantined: false,
    anchors: [],
    ...known(given),
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
    relatedItems: (given.relatedItems ?? []).map(toLink),
    ...(supersededById === undefined ? {} : { supersededById: toItemId(supersededById) }),
    ...(body === undefined ? {} : { body: body satisfies ItemBody }),
    tokenCost: 0,
    extra: extraOf(fields),
  };
}

/** Fields that are the same in an item and in a line. */
function known(given: Fields): Partial<MemoryItem> {
  const same = Object.entries(given).filter(([name]) => Object.hasOwn(lineFields, name) && !isOfLine(name));
  return Object.fromEntries(same);
}

/** Fields that only a line has. */
function isOfLine(name: string): boolean {
  return (
    ['outcomes', 'repositoryName', 'format'].includes(name) || itemTimes.some(({ inLine }) => inLine === name)
  );
}

function timesOf(fields: Fields): Partial<MemoryItem> {
  const times = itemTimes.flatMap(({ inItem, inLine }) =>
    fields[inLine] === undefined ? [] : [[inItem, toMs(fields[inLine])]],
  );
  return Object.fromEntries(times);
}

function toMs(time: unknown): number {
  return typeof time === 'string' ? Date.parse(time) : Number(time);
}

function toLink({ id, relation }: RelatedItem): RelatedItem {
  return { id: toItemId(id), relation };
}

function toOutcome({ at, ...outcome }: Fields, itemId: ItemId): Outcome {
  return { ...(outcome as Omit<Outcome, 'itemId' | 'atMs'>), itemId, atMs: toMs(at) };
}

/** Keeps unknown fields, and the memory's id in another program. */
function extraOf(fields: Fields): Fields {
  const { extra, id } = fields;
  const unknown = Object.entries(fields).filter(([name]) => !Object.hasOwn(lineFields, name));
  const isRenamed = typeof id === 'string' && toItemId(id) !== id;
  return {
    ...(isObject(extra) ? extra : {}),
    ...Object.fromEntries(unknown),
    ...(isRenamed ? { id } : {}),
  };
}

function refused(why: string, field = '', cause?: unknown): AfterwitError {
  return new AfterwitError(
    'INVALID_ARGUMENT',
    `The line is no memory: ${why}. A line that would do: {"type": "PROJECT_FACT", "content": "Dates are kept in UTC"}.`,
    { data: { field }, cause },
  );
}
