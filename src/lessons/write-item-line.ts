import type { Outcome } from '../model/decision.ts';
import type { MemoryItem } from '../model/memory-item.ts';
import { neutraliseJsonControls } from '../redaction/neutralise-controls.ts';
import { lineFields } from './item-line-form.ts';
import { itemTimes } from './item-times.ts';

/** Increased when older versions would misread a line. */
export const lineFormat = 1;

/** A memory with its outcomes and the name of its repository. */
export interface ItemRecord {
  readonly item: MemoryItem;
  /** In the order of reporting. */
  readonly outcomes: readonly Outcome[];
  readonly repositoryName?: string | undefined;
}

/**
 * A memory as one line of JSON, in the spelling of Memory V2: layer and type in capitals, times as ISO 8601. The
 * derived `tokenCost` is left out. Contains no terminal control characters; ends with a newline.
 */
export function writeItemLine({ item, outcomes, repositoryName }: ItemRecord): string {
  const times = itemTimes.map(({ inItem, inLine }) => [inLine, timeOf(item[inItem])]);
  const fields: Readonly<Record<string, unknown>> = {
    ...item,
    ...Object.fromEntries(times),
    format: lineFormat,
    layer: item.layer.toUpperCase(),
    type: item.type.toUpperCase(),
    repositoryName,
    outcomes: outcomes.length === 0 ? undefined : outcomes.map(toRecord),
  };
  // Fixed order of fields, so that equal memories give equal lines.
  const record = Object.fromEntries(Object.keys(lineFields).map((name) => [name, fields[name]]));
  return `${neutraliseJsonControls(JSON.stringify(record))}\n`;
}

function toRecord({ itemId: _, atMs, ...outcome }: Outcome): Readonly<Record<string, unknown>> {
  return { ...outcome, at: timeOf(atMs) };
}

/** A time as ISO 8601. A clock may be wrong by any amount; a time beyond ISO 8601 stays a number of milliseconds. */
function timeOf(ms: number | undefined): string | number | undefined {
  if (ms === undefined) return undefined;
  const date = new Date(ms);
  return Number.isNaN(date.getTime()) || !Number.isInteger(ms) ? ms : date.toISOString();
}
