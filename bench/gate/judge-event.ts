import { availableActions, costOf, shownCandidates } from '../../src/gate/actions.ts';
import { defaultReward, rewardOf } from '../../src/gate/reward.ts';
import type { GateAction, OutcomeKind } from '../../src/index.ts';
import type { EventTruth, ReplayEvent } from './generate-benchmark.ts';
import type { Observation } from './observe-benchmark.ts';

/** An event with what the library found for it. */
export interface ReplayCase {
  readonly event: ReplayEvent;
  readonly observation: Observation;
}

/** The result of an action on a case, with its cost. */
export interface ReplayStep {
  readonly action: GateAction;
  readonly kind: OutcomeKind;
  readonly reward: number;
  readonly tokens: number;
  readonly latencyMs: number;
}

/** @param shows ids of shown memories; undefined: what the action shows of those that resolved this very failure */
export function judgeStep(
  { event: { truth, query }, observation: { candidates } }: ReplayCase,
  action: GateAction,
  shows: readonly string[] | undefined,
): ReplayStep {
  const same = candidates.filter(({ strength }) => strength === 'same');
  const shown = shows ?? shownCandidates(action, same).map(({ itemId }) => itemId);
  const variants = candidates.filter(({ itemId }) => shown.includes(itemId)).map(({ variant }) => variant);
  const kind = outcomeOf(truth, query.expected, { action, variants, top: candidates[0]?.variant });
  const cost = costOf(action, candidates);
  return { action, kind, ...cost, reward: rewardOf(kind, cost, defaultReward) };
}

interface Shown {
  readonly action: GateAction;
  /** Best first. */
  readonly variants: readonly string[];
  /** The variant that would have been shown. */
  readonly top: string | undefined;
}

/**
 * A single memory must be the right one; among three, a reader finds the right one; a wrong one marked as unverified is rejected. Silence
 * is right where the memory to show is not the session's fix.
 */
function outcomeOf(truth: EventTruth, expected: string | undefined, shown: Shown): OutcomeKind {
  const { action, variants, top } = shown;
  if (action === 'ask_feedback') return 'ignored';
  if (variants.length === 0) {
    if (truth === 'unsuitable') return 'ignored';
    return expected !== undefined && top === expected ? 'missed' : 'correct_abstain';
  }
  if (truth === 'hard_negative') return 'false_positive';
  if (truth === 'unsuitable' || truth === 'quiet') return 'rejected';
  if (expected !== undefined && variants.includes(expected))
    return variants.length === 1 ? truth : 'accepted';
  const isOfMemory = variants.every((variant) => memoryOf(variant) === memoryOf(expected ?? ''));
  return action === 'high_recall_retrieval' || isOfMemory ? 'rejected' : 'false_positive';
}

/** `m3v1` is a variant of `m3`. */
function memoryOf(variant: string): string {
  return variant.replace(/v\d$/, '');
}

/** Whether an outcome is one that the paper counts as a success. */
export function isSuccess({ kind }: Pick<ReplayStep, 'kind'>): boolean {
  return kind === 'verified' || kind === 'accepted' || kind === 'correct_abstain';
}

/**
 * Knows the result of every action. `success` takes the cheapest success, the paper's upper bound; `reward`, the largest reward.
 * Neither can be built.
 */
export function replayOracle(cases: readonly ReplayCase[], aim: 'success' | 'reward'): readonly ReplayStep[] {
  const worth = (step: ReplayStep) =>
    step.reward +
    (aim === 'reward' ? 0 : 1_000 * (Number(isSuccess(step)) - Number(step.kind === 'false_positive')));
  return cases.map((one) => {
    const { candidates, budgetTokens } = one.observation;
    const steps = availableActions(candidates, budgetTokens).map((action) =>
      judgeStep(
        one,
        action,
        shownCandidates(action, candidates).map(({ itemId }) => itemId),
      ),
    );
    return steps.toSorted((a, b) => worth(b) - worth(a))[0] as ReplayStep;
  });
}
