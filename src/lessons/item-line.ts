import { isDeepStrictEqual } from 'node:util';
import type { ItemId } from '../model/brands.ts';
import type { Outcome } from '../model/decision.ts';
import { AfterwitError, invalidArgument } from '../model/errors.ts';
import type { ItemLayer, MemoryItem } from '../model/memory-item.ts';
import { neutraliseJsonControls } from '../redaction/neutralise-controls.ts';
import { redact } from '../redaction/redact.ts';
import { isFields } from '../text/json/fields.ts';
import { isAdopted, noteWriting, restoreWriting, writingOf } from './adopt-item.ts';
import { isExact, lineFields, lineForm } from './item-fields.ts';
import {
  type Fields,
  fieldsOfItem,
  type ItemRecord,
  itemFromFields,
  plainFields,
  timeOf,
  toMs,
} from './item-from-fields.ts';

interface ReadingTerms {
  readonly nowMs: number;
  readonly layer?: ItemLayer | undefined;
  readonly shared?: boolean | undefined;
}

/**
 * Reads a line of an export, ours or of Memory V2, as a memory: checked, redacted again, and with defaults
 * for absent and `null` fields. Claimed trust is kept (`adoptItem` judges it); unknown fields go to `extra`;
 * `tokenCost` is 0, not counted yet.
 * @param layer of a line that names none
 * @param shared takes only the fields that `writeSharedLine` writes
 * @throws INVALID_ARGUMENT
 */
export function readItemLine(line: string, { nowMs, layer, shared = false }: ReadingTerms): ItemRecord {
  const parsed = parseRedacted(line);
  const written = shared ? sharedFieldsOf(parsed) : parsed;
  const fields: Fields = { ...(layer === undefined ? {} : { layer }), ...plainFields(written) };
  if (typeof fields.format === 'number' && fields.format > lineFormat)
    throw refused(`it was written by a newer version (format ${fields.format}). Update afterwit to read it`);
  const misfit = lineForm.misfit(fields, '');
  if (misfit !== undefined) throw refused(`"${misfit.place}" must be ${misfit.expected}`, misfit.place);
  const item = noteWriting(itemFromFields(fields, nowMs), written);
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

/** Marks that git writes around the two sides of a conflict, and between them. */
const conflictMark = /^(?:<{7}|\|{7}|={7}|>{7})(?:\s|$)/;

function parseRedacted(line: string): Fields {
  let value: unknown;
  try {
    value = JSON.parse(line);
  } catch (cause) {
    throw conflictMark.test(line) ? unmerged() : refused('it is not JSON', '', cause);
  }
  if (!isFields(value)) throw refused('the JSON is not an object');
  try {
    return redactRecord(value) as Fields;
  } catch (cause) {
    throw refused(cause instanceof RangeError ? cause.message : 'it cannot be redacted', '', cause);
  }
}

function toOutcome({ at, ...outcome }: Fields, itemId: ItemId): Outcome {
  return { ...(outcome as Omit<Outcome, 'itemId' | 'atMs'>), itemId, atMs: toMs(at) };
}

function unmerged(): AfterwitError {
  return invalidArgument(
    'The line is a mark of a merge that git could not finish. Keep the lines of both sides, of two with the same id the one that holds, and take the marks out.',
  );
}

function refused(why: string, field = '', cause?: unknown): AfterwitError {
  return new AfterwitError(
    'INVALID_ARGUMENT',
    `The line is no memory: ${why}. A line that would do: {"type": "PROJECT_FACT", "content": "Dates are kept in UTC"}.`,
    { data: { field }, cause },
  );
}

/** Increased when older versions would misread a line. */
const lineFormat = 1;

/**
 * A memory as one line of JSON, in the spelling of Memory V2 (layer and type in capitals, times as ISO 8601) or of the other
 * program that wrote it, without the derived `tokenCost` and terminal control characters. Ends with a newline.
 */
export function writeItemLine(record: ItemRecord): string {
  // Fixed order of fields, so that equal memories give equal lines.
  return lineOf({ ...fieldsOfRecord(record), format: lineFormat });
}

const fieldsOfV2 = Object.keys(lineFields).filter((name) => lineFields[name]?.isV2);

/**
 * The same as a line of Memory V2: with the fields of V2, or of the line that it came from, and of the others only
 * those that differ from their default. A line of V2 that was imported comes out as it went in.
 */
export function writeV2Line(record: ItemRecord): string {
  const fields = fieldsOfRecord(record);
  const { names = fieldsOfV2 } = writingOf(record.item);
  const had = new Set(names);
  // The importer decides, each time anew, whether an import waits for a person.
  const isLeftOut = (name: string, value: unknown): boolean =>
    isDefault(name, value) || (name === 'quarantined' && isAdopted(record.item));
  const told = Object.entries(fields).filter(([name, value]) => had.has(name) || !isLeftOut(name, value));
  const ordered = [...told].sort((one, other) => place(names, one[0]) - place(names, other[0]));
  return lineOf(
    Object.fromEntries(ordered.map(([name, value]) => [name, had.has(name) ? (value ?? null) : value])),
  );
}

/** Fields that the line had come first, in its order. */
function place(names: Iterable<string>, name: string): number {
  const position = [...names].indexOf(name);
  return position < 0 ? Number.MAX_SAFE_INTEGER : position;
}

function isDefault(name: string, value: unknown): boolean {
  return value === undefined || isDeepStrictEqual(value, lineFields[name]?.unsaid);
}

function fieldsOfRecord({ item, outcomes, repositoryName }: ItemRecord): Fields {
  return {
    ...restoreWriting(item, fieldsOfItem(item)),
    repositoryName,
    outcomes: outcomes.length === 0 ? undefined : outcomes.map(toRecord),
  };
}

function lineOf(fields: Fields): string {
  return `${neutraliseJsonControls(JSON.stringify(fields))}\n`;
}

function toRecord({ itemId: _, atMs, ...outcome }: Outcome): Readonly<Record<string, unknown>> {
  return { ...outcome, at: timeOf(atMs) };
}

/**
 * A memory as one line of JSON for a diff, redacted again; equal memories give equal lines. `readItemLine` reads it. Ends with
 * a newline.
 */
export function writeSharedLine(item: MemoryItem): string {
  const told = Object.entries(sharedFieldsOf(fieldsOfItem(item))).filter(
    ([name, value]) => !isDefault(name, value),
  );
  return lineOf(redactRecord({ ...Object.fromEntries(told), format: lineFormat }) as Fields);
}

/**
 * Shared fields of a memory, in the order in which a review reads them. Left out, because the receiver
 * decides them anew: its session, trust and scope here, how often it was shown, and whether it was put away.
 */
const sharedFields = [
  ...['id', 'layer', 'type', 'title', 'content', 'tags', 'references', 'anchors', 'body', 'relatedItems'],
  ...['createdAt', 'updatedAt', 'ttlDays', 'validFrom', 'learnedAt', 'format'],
] as const;

/** Links without which the line would say something else. */
const sharedRelations: readonly unknown[] = ['depends_on', 'supersedes'];

/** The shared fields of a line; any others are dropped. */
function sharedFieldsOf(fields: Fields): Fields {
  const told = sharedFields.filter((name) => fields[name] !== undefined);
  return Object.fromEntries(told.map((name) => [name, sharedPartOf(name, fields[name])]));
}

function sharedPartOf(name: string, value: unknown): unknown {
  if (name === 'relatedItems' && Array.isArray(value))
    return value.filter((link) => !isFields(link) || sharedRelations.includes(link.relation));
  // The tools' record of a session is evidence of that session, which no other user can look at.
  if (name !== 'body' || !isFields(value) || value.kind !== 'variant') return value;
  const { seen: _, doubt: __, ...kept } = value;
  return kept;
}

const deepest = 40;
/** Field for data of other programs, whose structure is unknown. */
const unknownPart = 'extra';

/**
 * The same value with every text in it redacted, including keys. Ids and digests stay. In data of other programs, a
 * text is checked together with its key, because `"password": "…"` says more than either.
 * @throws RangeError when it is nested too deeply
 */
function redactRecord(value: unknown): unknown {
  return redactPart(value, undefined, 0);
}

/** @param key set when the text is checked together with it */
function redactPart(value: unknown, key: string | undefined, depth: number): unknown {
  if (depth > deepest) throw new RangeError(`it is nested more than ${deepest} deep`);
  if (typeof value === 'string') return key === undefined ? redactText(value) : redactNamed(key, value);
  if (Array.isArray(value)) return value.map((element) => redactPart(element, key, depth + 1));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, part]) => {
      const isNamed = key !== undefined || (depth === 0 && name === unknownPart);
      return [redact(name), redactPart(part, isNamed ? name : undefined, depth + 1)];
    }),
  );
}

function redactText(value: string): string {
  return isExact(value) ? value : redact(value);
}

/** Redacts a value in the form `key: value` of a settings file. */
function redactNamed(key: string, value: string): string {
  const lead = `"${redact(key)}": "`;
  const beside = redact(`${lead}${redactText(value)}"`);
  return beside.startsWith(lead) && beside.endsWith('"') ? beside.slice(lead.length, -1) : beside;
}
