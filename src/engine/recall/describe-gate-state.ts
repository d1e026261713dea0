import { latencyMsOf } from '../../gate/actions.ts';
import type { GateState, PolicyCandidate } from '../../gate/policy.ts';
import { fixesAmong } from '../../gate/shown-candidates.ts';
import { describeState } from '../../gate/state/describe-state.ts';
import { contextWeights, type PooledOutcome, poolRates } from '../../gate/state/pool-rates.ts';
import type { OutcomeCounts } from '../../model/decision.ts';
import type { FailureMatch, PlaceEvidence } from '../../model/evidence.ts';
import { frameTokens } from '../../packing/render-pack.ts';
import type { AdmittedCandidate } from './admit-candidates.ts';
import { candidateEvidence } from './candidate-evidence.ts';
import type { InspectedCandidate } from './inspect-candidates.ts';

interface JudgedCandidates {
  readonly candidates: readonly AdmittedCandidate[];
  readonly match: FailureMatch | undefined;
  readonly budgetTokens: number;
}

/** What the policy decides from: the admitted candidates with their evidence, and the state vector of Table 1. */
export function describeGateState({ candidates, match, budgetTokens }: JudgedCandidates): GateState {
  // What was shown in this session stands for its failure: another fix of the same one would contradict it.
  const isShown = candidates.some(({ admission }) => admission.refusals.includes('shown_before'));
  const admitted = candidates.filter(({ admission }) => !isShown && admission.admitted);
  const described = admitted.map(policyCandidate);
  const fixes = fixesAmong(described).flatMap(({ evidence, tokenCost }) =>
    evidence === undefined ? [] : [{ evidence, tokenCost }],
  );
  const room = budgetTokens - frameTokens;
  return {
    candidates: described,
    nearCount: candidates.filter(({ strength }) => strength !== 'different').length,
    ...(match === undefined ? {} : { match }),
    budgetTokens: room,
    ...(match === undefined
      ? {}
      : {
          vector: describeState({
            candidates: fixes,
            sessionRejections: candidates.filter(({ rejectedHere }) => rejectedHere).length,
            ...poolRates(similarOutcomes(candidates)),
            latencyMs: latencyMsOf.top1_resolution,
            budgetTokens: Math.max(0, room),
          }),
        }),
  };
}

function policyCandidate(candidate: InspectedCandidate): PolicyCandidate {
  const { item, relevance, strength, standing, sessionPenalty, place } = candidate;
  return {
    itemId: item.id,
    relevance,
    strength,
    tokenCost: item.tokenCost,
    evidence: candidateEvidence(candidate),
    ...(place === undefined ? {} : { place: placeEvidence(place) }),
    sessionPenalty,
    judged: { falsePositives: standing.outcomes.false_positive ?? 0, all: judgedCount(standing.outcomes) },
  };
}

/** Without names: what a receipt holds of a memory is no text of it. */
function placeEvidence({ functionChance, namedChance, fileChance }: PlaceEvidence): PlaceEvidence {
  return { functionChance, ...(namedChance === undefined ? {} : { namedChance }), fileChance };
}

function judgedCount({
  verified = 0,
  accepted = 0,
  rejected = 0,
  false_positive = 0,
}: OutcomeCounts): number {
  return verified + accepted + rejected + false_positive;
}

/** Outcomes of the best candidate, of its pattern's other variants and of its family, as far as they are candidates too. */
function similarOutcomes(candidates: readonly InspectedCandidate[]): readonly PooledOutcome[] {
  const best = candidates.find(({ comparison }) => comparison !== undefined)?.item;
  if (best === undefined) return [];
  return candidates.flatMap(({ item, standing }) => {
    const weight = contextWeightOf(best, item);
    return weight === 0 ? [] : outcomesOf(standing.outcomes, weight);
  });
}

type Item = InspectedCandidate['item'];

function contextWeightOf(best: Item, other: Item): number {
  if (other.id === best.id) return contextWeights.sameMemory;
  if (best.body?.kind !== 'variant' || other.body?.kind !== 'variant') return 0;
  if (best.body.patternId === other.body.patternId) return contextWeights.samePattern;
  const family = best.body.failure.family?.name;
  const isSameFamily = family !== undefined && family === other.body.failure.family?.name;
  return isSameFamily && best.scope === other.scope ? contextWeights.sameFamily : 0;
}

function outcomesOf(counts: OutcomeCounts, weight: number): readonly PooledOutcome[] {
  const of = (kind: PooledOutcome['kind'], count = 0) =>
    Array.from({ length: count }, () => ({ weight, kind }));
  return [
    ...of('accepted', (counts.verified ?? 0) + (counts.accepted ?? 0)),
    ...of('false_positive', counts.false_positive),
    ...of('other', counts.rejected),
  ];
}
