import type { PolicyVerdict } from '../model/decision.ts';
import type { GateAction, OverrideReason } from '../model/gate.ts';
import { overrideWords } from '../wording/override-words.ts';
import type { RewardCoefficients } from './options.ts';
import type { GateState, PolicyCandidate } from './policy.ts';

/** What is thought of an injection, with its doubt: upper bounds of what is bad and lower ones of what is good. */
export interface InjectionOdds {
  /** p_f */
  readonly falsePositive: number;
  /** p_r */
  readonly rejected: number;
  /** p_v */
  readonly verified: number;
  /** p_a */
  readonly accepted: number;
  /** p_c: silence would be right */
  readonly correctAbstain: number;
}

const oftenWrong = { count: 2, rate: 0.5 } as const;

/**
 * Why what an action would show must not be shown, whatever its score: undefined when nothing speaks against it. What `admit`
 * refuses is no candidate any more. A wide retrieval and a summary are held to it by the best of what they show.
 */
export function overrideOf(
  shown: readonly PolicyCandidate[],
  odds: InjectionOdds | undefined,
  reward: RewardCoefficients,
): OverrideReason | undefined {
  const [best] = shown;
  if (best === undefined) return 'nothing_to_show';
  if ((best.sessionPenalty ?? 0) >= rejectedItself) return 'rejected_in_session';
  if (best.evidence?.conflicts) return 'entity_conflict';
  const { falsePositives, all } = best.judged ?? { falsePositives: 0, all: 0 };
  if (falsePositives >= oftenWrong.count && falsePositives / all >= oftenWrong.rate) return 'often_wrong';
  return odds !== undefined && isSilenceBetter(odds, reward) ? 'silence_is_better' : undefined;
}

/** Penalty of what was turned down itself, not only something near it, within its first minutes. */
const rejectedItself = 0.6;

/**
 * What matching is sure of is no policy's to weigh: that the best of what would be shown is of another failure, or that another fix
 * is known for the very same one.
 */
export function contradictionOf(
  { candidates, match }: Pick<GateState, 'candidates' | 'match'>,
  [best]: readonly PolicyCandidate[],
): OverrideReason | undefined {
  if (best?.evidence?.isOther) return 'other_failure';
  const isContested = match?.status === 'ambiguous' && candidates.some(({ strength }) => strength === 'same');
  return isContested ? 'two_fixes' : undefined;
}

/** Decision boundary 1 (Eq. 21): γ p_f + δ p_r + κ p_c > α p_v + β p_a. */
export function isSilenceBetter(odds: InjectionOdds, reward: RewardCoefficients): boolean {
  const harm =
    reward.falsePositive * odds.falsePositive +
    reward.rejected * odds.rejected +
    reward.correctAbstain * odds.correctAbstain;
  return harm > reward.verified * odds.verified + reward.accepted * odds.accepted;
}

/** The verdict with silence in place of its action; what it would have shown is its shadow. */
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
