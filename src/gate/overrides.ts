import type { PolicyVerdict } from '../model/decision.ts';
import type { FailureMatch } from '../model/evidence.ts';
import type { FailureLikeness } from '../model/failure.ts';
import type { GateAction, OverrideReason } from '../model/gate.ts';
import { overrideWords } from '../wording/descriptions.ts';
import type { GateState, PolicyCandidate } from './policy.ts';

const oftenWrong = { count: 2, rate: 0.5 } as const;

/**
 * Returns why a memory must not be shown at any score: undefined when nothing speaks against it. A memory that `admit`
 * refuses is no candidate. A wide retrieval and a summary are judged by their best memory.
 */
export function overrideOf(best: PolicyCandidate | undefined): OverrideReason | undefined {
  if (best === undefined) return 'nothing_to_show';
  if ((best.sessionPenalty ?? 0) >= rejectedItself) return 'rejected_in_session';
  if (best.evidence?.conflicts) return 'entity_conflict';
  const { falsePositives, all } = best.judged ?? { falsePositives: 0, all: 0 };
  return falsePositives >= oftenWrong.count && falsePositives / all >= oftenWrong.rate
    ? 'often_wrong'
    : undefined;
}

/** Session penalty of a memory that was itself turned down minutes ago, not only something near it. */
const rejectedItself = 0.6;

/** Share of telling lines at which a failure reads as the known one: contrary evidence is then no matter of degree. */
const readsAlike = 0.9;

/**
 * Overrides a policy where matching is sure: the best candidate reads alike and is another failure, or two
 * fixes are known for the very same one.
 */
export function contradictionOf(
  { candidates, match }: Pick<GateState, 'candidates' | 'match'>,
  [best]: readonly PolicyCandidate[],
): OverrideReason | undefined {
  if (best?.evidence?.isOther && best.evidence.likeness >= readsAlike) return 'other_failure';
  const isContested = match?.status === 'ambiguous' && candidates.some(({ strength }) => strength === 'same');
  return isContested ? 'two_fixes' : undefined;
}

/** The verdict with silence in place of its action; the memory held back is its shadow. */
export function silenced(
  { shows, ...verdict }: PolicyVerdict,
  reason: OverrideReason,
  nearCount: number,
): PolicyVerdict {
  const shadow = verdict.shadow ?? shows?.[0];
  return {
    ...verdict,
    action: silenceOf(nearCount),
    reason: overrideWords[reason],
    ...(shadow === undefined ? {} : { shadow }),
    overridden: { action: verdict.action, reason },
  };
}

/** Silence where there is something near, and where there is nothing. */
export function silenceOf(candidateCount: number): GateAction {
  return candidateCount > 0 ? 'abstain' : 'no_memory';
}

interface Shown {
  readonly strength: FailureLikeness;
}

/** Reason for showing such a memory, in words. */
export const whyClearlySame = 'an admitted memory resolved this very failure';

/**
 * Whether the shown memories rest on no estimate: each resolved this very failure, and no other fix is known for it. Of
 * those measured on real failures none was unlike (docs/research/gate.md).
 */
export function isClearlySame(match: FailureMatch | undefined, shown: readonly Shown[]): boolean {
  const isContested = match !== undefined && match.status !== 'match';
  return !isContested && shown.length > 0 && shown.every(({ strength }) => strength === 'same');
}

/** Why there is nothing to weigh, in words; undefined where there is something. */
export function nothingNear({
  nearCount,
  candidates,
}: Pick<GateState, 'nearCount' | 'candidates'>): string | undefined {
  if (nearCount === 0) return 'no memory bears on it';
  return candidates.length === 0 ? 'no memory that bears on it was admitted' : undefined;
}
