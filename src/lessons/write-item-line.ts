import { isDeepStrictEqual } from 'node:util';
import type { Outcome } from '../model/decision.ts';
import { neutraliseJsonControls } from '../redaction/neutralise-controls.ts';
import { isAdopted } from './adopt-item.ts';
import { fieldsOfItem, timeOf } from './fields-of-item.ts';
import { type Fields, fieldDefaults } from './item-from-fields.ts';
import type { ItemRecord } from './item-record.ts';
import { restoreWriting } from './restore-writing.ts';
import { writingOf } from './writing.ts';

/** Increased when older versions would misread a line. */
export const lineFormat = 1;

/**
 * A memory as one line of JSON, in the spelling of Memory V2: layer and type in capitals, times as ISO 8601; what another
 * program wrote, as it wrote it. The derived `tokenCost` is left out. Contains no terminal control characters; ends with a
 * newline.
 */
export function writeItemLine(record: ItemRecord): string {
  // Fixed order of fields, so that equal memories give equal lines.
  return lineOf({ ...fieldsOfRecord(record), format: lineFormat });
}

/** Fields that every line of Memory V2 has. */
const fieldsOfV2: ReadonlySet<string> = new Set([
  ...['id', 'layer', 'type', 'title', 'content', 'tags', 'source', 'confidence', 'salience', 'ttlDays'],
  ...['createdAt', 'updatedAt', 'lastAccessedAt', 'references', 'fingerprint'],
]);

/**
 * The same as a line of Memory V2: with the fields that V2 has, or those that the line had which it came from, and of the others
 * only what differs from what holds where nothing is said. A line of V2 that was imported comes out as it went in.
 */
export function writeV2Line(record: ItemRecord): string {
  const fields = fieldsOfRecord(record);
  const { names = fieldsOfV2 } = writingOf(record.item);
  const had = new Set(names);
  // Whether an import waits for a person is decided by who imports it, each time anew.
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
  if (value === undefined) return true;
  if (name === 'extra') return isDeepStrictEqual(value, {});
  return isDeepStrictEqual(value, (fieldDefaults as Fields)[name]);
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
