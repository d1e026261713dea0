import { isDeepStrictEqual } from 'node:util';
import { readItemLine } from '../../lessons/read-item-line.ts';
import type { ItemId } from '../../model/brands.ts';
import { AfterwitError, isAfterwitError } from '../../model/errors.ts';
import { wholeIdOf } from '../memory/find-item.ts';

/** A line of the shared file. */
export interface SharedLine {
  readonly id: ItemId;
  /** Id of the failure that a fix belongs to; its own for all else. */
  readonly wholeId: ItemId;
  readonly title: string;
  readonly isPattern: boolean;
  /** As it is written, with its line end. */
  readonly text: string;
}

/**
 * Lines of a shared file, whoever wrote them.
 * @throws INVALID_ARGUMENT with the number of a line that is no memory, or says of one something else than an earlier line: a conflict
 * that was not resolved, most likely
 */
export function readSharedFile(text: string): readonly SharedLine[] {
  const firsts = new Map<ItemId, { readonly number: number; readonly text: string }>();
  return text.split('\n').flatMap((written, index) => {
    const line = written.replace(/\r$/, '');
    if (line.trim() === '') return [];
    const number = index + 1;
    const shared = readSharedLine(line, number);
    const first = firsts.get(shared.id);
    if (first !== undefined && !isSameButForTime(first.text, shared.text))
      throw saidTwice(first.number, number);
    firsts.set(shared.id, first ?? { number, text: shared.text });
    return [shared];
  });
}

function saidTwice(first: number, line: number): AfterwitError {
  return new AfterwitError(
    'INVALID_ARGUMENT',
    `Lines ${first} and ${line} of the shared file are two versions of one memory. Nothing was written. Keep the one that holds.`,
    { data: { line } },
  );
}

function readSharedLine(line: string, number: number): SharedLine {
  try {
    const { item } = readItemLine(line, { nowMs: 0 });
    const { id, title, body } = item;
    const isPattern = body?.kind === 'pattern';
    return {
      id,
      wholeId: (isPattern ? undefined : wholeIdOf(item)) ?? id,
      title,
      isPattern,
      text: `${line}\n`,
    };
  } catch (fault) {
    if (!isAfterwitError(fault)) throw fault;
    throw new AfterwitError(
      'INVALID_ARGUMENT',
      `Line ${number} of the shared file cannot be read: ${fault.message} Nothing was written. Mend the line first, or take it out; git has the file as it was.`,
      { data: { line: number }, cause: fault },
    );
  }
}

/** Whether two lines differ at most in when their memory was last confirmed. */
export function isSameButForTime(one: string, other: string): boolean {
  return isDeepStrictEqual(withoutTime(one), withoutTime(other));
}

function withoutTime(line: string): unknown {
  const { updatedAt: _, ...fields } = JSON.parse(line) as Record<string, unknown>;
  return fields;
}
