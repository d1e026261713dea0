import { AfterwitError } from '../model/errors.ts';
import type { Judge } from '../ports/judge.ts';

/** A name stands in each receipt. */
const longestName = 100;

/**
 * Checks the judge of a memory, for callers without types: an unusable one would fail in each recall, seen in receipts alone.
 * @throws INVALID_ARGUMENT for a value that is no judge
 */
export function requireJudge(judge: Judge | undefined): Judge | undefined {
  if (judge === undefined || isJudge(judge)) return judge;
  throw new AfterwitError(
    'INVALID_ARGUMENT',
    `The judge cannot be asked. Hand in { name, judge }: a name of at most ${longestName} characters, and a function that answers with verdicts.`,
  );
}

function isJudge(value: unknown): value is Judge {
  if (typeof value !== 'object' || value === null) return false;
  const { name, judge } = value as Partial<Judge>;
  return (
    typeof name === 'string' &&
    name.trim() !== '' &&
    name.length <= longestName &&
    typeof judge === 'function'
  );
}
