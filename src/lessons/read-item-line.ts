import type { ItemId } from '../model/brands.ts';
import type { Outcome } from '../model/decision.ts';
import { AfterwitError } from '../model/errors.ts';
import type { ItemLayer } from '../model/memory-item.ts';
import { isObject } from './form.ts';
import { type Fields, itemFromFields, plainFields, toMs } from './item-from-fields.ts';
import { lineForm } from './item-line-form.ts';
import type { ItemRecord } from './item-record.ts';
import { noteWriting } from './note-writing.ts';
import { redactRecord } from './redact-record.ts';
import { sharedFieldsOf } from './shared-fields.ts';
import { lineFormat } from './write-item-line.ts';

interface ReadingTerms {
  readonly nowMs: number;
  readonly layer?: ItemLayer | undefined;
  readonly shared?: boolean | undefined;
}

/**
 * Reads a line of an export, ours or of Memory V2, as a memory: checked, redacted again, and with defaults for absent
 * fields and those that are `null`. Claimed trust is kept (`adoptItem` judges it); unknown fields go to `extra`. Its card is not counted yet, so
 * `tokenCost` is 0.
 * @param layer of a line that names none
 * @param shared takes of the line what `writeSharedLine` writes, and nothing else
 * @throws INVALID_ARGUMENT
 */
export function readItemLine(line: string, { nowMs, layer, shared = false }: ReadingTerms): ItemRecord {
  const parsed = redactFields(parse(line));
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

/** What git writes around the two sides of a conflict, and between them. */
const conflictMark = /^(?:<{7}|\|{7}|={7}|>{7})(?:\s|$)/;

function parse(line: string): Fields {
  let value: unknown;
  try {
    value = JSON.parse(line);
  } catch (cause) {
    throw conflictMark.test(line) ? unmerged() : refused('it is not JSON', '', cause);
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

function toOutcome({ at, ...outcome }: Fields, itemId: ItemId): Outcome {
  return { ...(outcome as Omit<Outcome, 'itemId' | 'atMs'>), itemId, atMs: toMs(at) };
}

function unmerged(): AfterwitError {
  return new AfterwitError(
    'INVALID_ARGUMENT',
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
