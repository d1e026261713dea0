import { fixesAmong, isSpecific, latencyMsOf, shownBy } from '../../gate/actions.ts';
import { decide } from '../../gate/decide.ts';
import { overrideOf, silenced } from '../../gate/overrides.ts';
import type { GateState, PolicyCandidate } from '../../gate/policy.ts';
import { contextWeights, describeState, type PooledOutcome, poolRates } from '../../gate/state-vector.ts';
import type { OutcomeCounts, PolicyVerdict } from '../../model/decision.ts';
import type { FailureMatch, PlaceEvidence } from '../../model/evidence.ts';
import { frameTokens } from '../../packing/render-pack.ts';
import { readGateKnowledge } from '../decisions/gate-knowledge.ts';
import type { RecallDependencies } from '../memory/recall-dependencies.ts';
import { type Candidate, candidateEvidence } from './candidate.ts';
import { admitCandidates } from './check-candidates.ts';
import { findCandidates } from './find-candidates.ts';
import { moments } from './moments.ts';
import type { Question } from './question.ts';

/** Candidates that the gate decides about. */
interface Undecided {
  readonly candidates: readonly Candidate[];
  readonly match: FailureMatch | undefined;
}

/** The policy's answer, with the candidates that its action left or found. */
interface DecidedUnasked {
  readonly candidates: readonly Candidate[];
  readonly verdict: PolicyVerdict;
}

/** Decides whether a memory is shown unasked: the policy's answer, its state, and the effect of its action. */
export async function decideUnasked(
  { candidates, match }: Undecided,
  question: Question,
  dependencies: RecallDependencies,
): Promise<DecidedUnasked> {
  const { settings, store, clock } = dependencies;
  const { known, log } = store.read((reader) => ({
    known: readGateKnowledge(reader, settings.gate, clock.nowMs()),
    log: reader.logEnd(),
  }));
  const { holdBackShare } = settings.gate;
  const state = describeGateState({ candidates, match }, question.budgetTokens);
  const verdict = { ...decide(state, { ...known, id: question.decisionId, holdBackShare }), log };
  switch (verdict.action) {
    case 'high_precision_retrieval':
    case 'high_recall_retrieval':
      return await retrieveAgain(verdict.action, verdict, question, dependencies);
    case 'ask_feedback':
      // A question would cost tokens after failures that nothing is known of.
      return { candidates, verdict: silenced(verdict, 'nothing_to_ask', candidates.length) };
    default:
      return { candidates, verdict };
  }
}

type RetrievalAction = 'high_precision_retrieval' | 'high_recall_retrieval';

const kept: Readonly<Record<RetrievalAction, (candidate: PolicyCandidate) => boolean>> = {
  high_precision_retrieval: isSpecific,
  high_recall_retrieval: ({ strength, evidence }) =>
    strength !== 'different' && !evidence?.conflicts && !evidence?.isOther,
};

/**
 * Retrieves once more, as the decision asks: narrowly, the memories that every signature supports and no name opposes; or
 * widely, all near ones. Then admits and overrides again, without a second decision: where none is left, none is shown.
 */
async function retrieveAgain(
  action: RetrievalAction,
  verdict: PolicyVerdict,
  question: Question,
  dependencies: RecallDependencies,
): Promise<DecidedUnasked> {
  const again = { ...question, moment: moments[action] };
  const found = await findCandidates(again, dependencies);
  const candidates = admitCandidates(found.candidates, again.moment, dependencies);
  const state = describeGateState({ candidates, match: undefined }, question.budgetTokens);
  const shows = state.candidates
    .filter((one) => one.evidence !== undefined && kept[action](one))
    .filter((one) => overrideOf(one) === undefined)
    .slice(0, shownBy[action])
    .map(({ itemId }) => itemId);
  const held =
    shows.length === 0 ? silenced(verdict, 'nothing_to_show', state.nearCount) : { ...verdict, shows };
  return { candidates, verdict: held };
}

/** Describes the gate's state: the admitted candidates with their evidence, and the state vector of Table 1. */
function describeGateState({ candidates, match }: Undecided, budgetTokens: number): GateState {
  // A fix shown in this session stands for its failure: another fix of the same one would contradict it.
  const isShown = candidates.some(({ admission }) => admission.refusals.includes('shown_before'));
  const admitted = candidates.filter(({ admission }) => !isShown && admission.admitted);
  const described = admitted.map(policyCandidate);
  const room = budgetTokens - frameTokens;
  const state = {
    candidates: described,
    nearCount: candidates.filter(({ strength }) => strength !== 'different').length,
    budgetTokens: room,
  };
  if (match === undefined) return state;
  const vector = describeState({
    candidates: fixesAmong(described).flatMap(({ evidence, tokenCost }) =>
      evidence === undefined ? [] : [{ evidence, tokenCost }],
    ),
    sessionRejections: candidates.filter(({ rejectedHere }) => rejectedHere).length,
    ...poolRates(similarOutcomes(candidates)),
    latencyMs: latencyMsOf.top1_resolution,
    budgetTokens: Math.max(0, room),
  });
  return { ...state, match, vector };
}

function policyCandidate(candidate: Candidate): PolicyCandidate {
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

/** Leaves names out: a receipt holds no text of a memory. */
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

/** Outcomes of the best candidate, and of the candidates of its pattern and its family. */
function similarOutcomes(candidates: readonly Candidate[]): readonly PooledOutcome[] {
  const best = candidates.find(({ comparison }) => comparison !== undefined)?.item;
  if (best === undefined) return [];
  return candidates.flatMap(({ item, standing }) => {
    const weight = contextWeightOf(best, item);
    return weight === 0 ? [] : outcomesOf(standing.outcomes, weight);
  });
}

type Item = Candidate['item'];

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
