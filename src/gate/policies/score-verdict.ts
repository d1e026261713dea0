import type { PolicyVerdict } from '../../model/decision.ts';
import type { ScoreTree } from '../../model/evidence.ts';
import type { GateAction, OverrideReason } from '../../model/gate.ts';
import { overrideWords } from '../../wording/override-words.ts';
import { isInjection } from '../actions.ts';
import { silenceOf } from '../overrides.ts';
import type { GateState } from '../policy.ts';
import { shownCandidates } from '../shown-candidates.ts';

interface Scored {
  readonly action: GateAction;
  readonly value: number;
  readonly explain: () => ScoreTree;
}

interface Scores {
  readonly policy: string;
  readonly policyVersion: number;
  readonly state: GateState;
  readonly scored: readonly Scored[];
  /** Why the best action must not be taken; not asked of silence. */
  readonly overrideOf?: (action: GateAction) => OverrideReason | undefined;
  /** Default: 1. */
  readonly propensityOf?: (action: GateAction) => number;
}

/** The verdict of a policy that scores actions: the best one (Eq. 18), or silence where something overrides it. */
export function verdictOf({
  policy,
  policyVersion,
  state,
  scored,
  overrideOf,
  propensityOf = () => 1,
}: Scores): PolicyVerdict {
  const ordered = scored.toSorted((a, b) => b.value - a.value);
  const best = ordered[0]?.action ?? silenceOf(state.nearCount);
  const override = isInjection(best) ? overrideOf?.(best) : undefined;
  const actionScores = ordered.map(({ action, explain }) => ({ action, score: explain() }));
  const action = override === undefined ? best : silenceOf(state.nearCount);
  const [shadow] = isInjection(action) ? [] : shownCandidates('top1_resolution', state.candidates);
  return {
    policy,
    policyVersion,
    action,
    propensity: propensityOf(best),
    reason: override === undefined ? 'it scores best of all that can be done' : overrideWords[override],
    actionScores,
    shows: shownCandidates(action, state.candidates).map(({ itemId }) => itemId),
    ...(shadow === undefined ? {} : { shadow: shadow.itemId }),
    ...(override === undefined ? {} : { overridden: { action: best, reason: override } }),
  };
}

/** A score without parts, for policies whose score is a draw or a mean. */
export function plainScore(value: number, description: string): ScoreTree {
  return { value, description, parts: [] };
}
