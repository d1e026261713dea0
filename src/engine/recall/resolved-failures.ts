import { isBinding } from '../../feedback/last-words.ts';
import type { ItemId } from '../../model/brands.ts';
import type { Outcome } from '../../model/decision.ts';
import type { FailureProfile } from '../../model/failure.ts';
import type { ItemReader } from '../../ports/memory-store.ts';

/** Of each memory the last ones are looked up, of all together no more: a hook has no time to read all receipts. */
const mostOfOne = 2;
const mostOfAll = 8;

/** The failures that memories are known, by a person or by tests, to have resolved: they were met in these too. */
export function resolvedFailures(
  reader: Pick<ItemReader, 'decision'>,
  outcomes: ReadonlyMap<ItemId, readonly Outcome[]>,
): ReadonlyMap<ItemId, readonly FailureProfile[]> {
  let left = mostOfAll;
  const found = new Map<ItemId, readonly FailureProfile[]>();
  for (const [id, told] of outcomes) {
    const verified = told.filter((outcome) => outcome.kind === 'verified' && isBinding(outcome));
    const decisions = [...new Set(verified.map(({ decisionId }) => decisionId))].slice(
      -Math.min(mostOfOne, left),
    );
    if (left === 0 || decisions.length === 0) continue;
    left -= decisions.length;
    found.set(
      id,
      decisions.flatMap((decision) => reader.decision(decision)?.failure ?? []),
    );
  }
  return found;
}
