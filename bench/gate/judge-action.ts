import type { GateAction, OutcomeKind } from '../../src/index.ts';

import type { EventTruth } from './generate-benchmark.ts';

export interface JudgedEvent {
  readonly truth: EventTruth;
  /** The variant whose fix is right; absent where none is. */
  readonly expected: string | undefined;
}

/**
 * The result of an action on an event. A single memory must be the right one; among three, a reader finds the right one; a wrong
 * one marked as unverified is rejected. Silence is right where the memory to show is not the session's fix.
 *
 * @param shown variants that it shows, best first
 * @param top the variant that would have been shown
 */
export function judgeAction(
  { truth, expected }: JudgedEvent,
  action: GateAction,
  shown: readonly string[],
  top: string | undefined,
): OutcomeKind {
  if (action === 'ask_feedback') return 'ignored';
  if (shown.length === 0) return judgeSilence(truth, expected !== undefined && top === expected);
  if (truth === 'hard_negative') return 'false_positive';
  if (truth === 'unsuitable' || truth === 'quiet') return 'rejected';
  if (expected !== undefined && shown.includes(expected)) return shown.length === 1 ? truth : 'accepted';
  if (action === 'high_recall_retrieval') return 'rejected';
  return shown.every((variant) => memoryOf(variant) === memoryOf(expected ?? ''))
    ? 'rejected'
    : 'false_positive';
}

function judgeSilence(truth: EventTruth, wouldHaveHelped: boolean): OutcomeKind {
  if (truth === 'unsuitable') return 'ignored';
  return wouldHaveHelped ? 'missed' : 'correct_abstain';
}

/** `m3v1` is a variant of `m3`. */
function memoryOf(variant: string): string {
  return variant.replace(/v\d$/, '');
}
