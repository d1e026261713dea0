import type { GateAction } from '../model/gate.ts';
import { isSpecific, shownBy } from './actions.ts';
import type { PolicyCandidate } from './policy.ts';

/** The admitted memories that a learning policy may show: those of failures, for it learns from how well a failure fits. */
export function fixesAmong<Candidate extends PolicyCandidate>(
  candidates: readonly Candidate[],
): readonly Candidate[] {
  return candidates.filter(({ evidence }) => evidence !== undefined);
}

/** What an action would show of these candidates, best first: high precision only what every signature speaks for. */
export function shownCandidates<Candidate extends PolicyCandidate>(
  action: GateAction,
  candidates: readonly Candidate[],
): readonly Candidate[] {
  const fixes = fixesAmong(candidates);
  const kept = action === 'high_precision_retrieval' ? fixes.filter(isSpecific) : fixes;
  return kept.slice(0, shownBy[action]);
}
