import type { ItemId } from '../model/brands.ts';
import type { MatchStrength, PolicyVerdict } from '../model/decision.ts';
import type { Admission, OmissionReason } from '../model/gate.ts';
import { stateFeatures, stateVersion } from '../model/gate.ts';
import { seededRandom } from '../numeric/seeded-random.ts';
import { fixesAmong, isInjection, shownBy } from './actions.ts';
import type { LedgerBalance } from './injection-ledger.ts';
import { contradictionOf, isClearlySame, silenced } from './overrides.ts';
import type { GateState, LearnedState, Policy, PolicyCandidate } from './policy.ts';
import { riskCovariates } from './risk-covariates.ts';

interface DecisionTerms {
  readonly policy: Policy;
  readonly learned: LearnedState;
  readonly ledger: LedgerBalance;
  /** Id of the decision: its chance comes from it, so that it falls the same way when it is replayed. */
  readonly id: string;
  /** Share of injections that is held back at random. */
  readonly holdBackShare: number;
}

/** The policy's decision, held to the ledger and to chance, with all that it takes to decide the same again. */
export function decide(
  state: GateState,
  { policy, learned, ledger, id, holdBackShare }: DecisionTerms,
): PolicyVerdict {
  const decided = policy.decide(state, { learned, random: seededRandom(seedOf(id)), ledger });
  const allowed = withinLedger(uncontradicted(decided, state), ledger, state);
  const held = holdBack(allowed, state.nearCount, id, holdBackShare);
  const { vector, candidates, nearCount, match, budgetTokens } = state;
  const features = vector && stateFeatures.map((feature) => vector[feature]);
  return {
    ...withShadow(held, state),
    ledger: {
      falsePositives: ledger.falsePositives,
      pending: ledger.pending,
      labelled: ledger.labelled,
    },
    ...(features && { state: { version: stateVersion, features, covariates: riskCovariates(state) } }),
    seen: { candidates, nearCount, ...(match === undefined ? {} : { match }), budgetTokens },
  };
}

/** No policy shows a contradicting memory. A past fix of a place does not say which failure it is. */
function uncontradicted(verdict: PolicyVerdict, state: GateState): PolicyVerdict {
  if (!isInjection(verdict.action) || verdict.place !== undefined) return verdict;
  const reason = contradictionOf(state, shownCandidates(verdict, state));
  return reason === undefined ? verdict : silenced(verdict, reason, state.nearCount);
}

/** The ledger stands over every policy, and over those most that know nothing of it. */
function withinLedger(verdict: PolicyVerdict, ledger: LedgerBalance, state: GateState): PolicyVerdict {
  if (!isInjection(verdict.action)) return verdict;
  const isSame = verdict.place === undefined && isClearlySame(state.match, shownCandidates(verdict, state));
  const isOpen = isSame ? ledger.isOpenToSame : ledger.isOpen;
  return isOpen ? verdict : silenced(verdict, 'ledger_closed', state.nearCount);
}

/** Returns the candidates that the verdict shows; where it names none, the memories of this very failure. */
function shownCandidates({ shows }: PolicyVerdict, { candidates }: GateState): readonly PolicyCandidate[] {
  return candidates.filter(({ itemId, strength }) => shows?.includes(itemId) ?? strength === 'same');
}

/** Holds back a card at random: only chance can tell the use of showing it. */
function holdBack(verdict: PolicyVerdict, nearCount: number, id: string, share: number): PolicyVerdict {
  if (share === 0 || !isInjection(verdict.action)) return verdict;
  const isHeld = seededRandom(seedOf(id) ^ holdBackSalt)() < share;
  const held = isHeld ? silenced(verdict, 'held_back', nearCount) : verdict;
  return { ...held, propensity: verdict.propensity * (isHeld ? share : 1 - share) };
}

/** Chance of another draw than the policy's own. */
const holdBackSalt = 0x5eed;

/** Every silence about a failure names the memory it withheld: its label, given later, teaches every policy. */
function withShadow(verdict: PolicyVerdict, { candidates, vector }: GateState): PolicyVerdict {
  if (vector === undefined || isInjection(verdict.action) || verdict.shadow !== undefined) return verdict;
  const [best] = fixesAmong(candidates);
  return best === undefined ? verdict : { ...verdict, shadow: best.itemId };
}

function seedOf(id: string): number {
  return Number.parseInt(id.slice(0, 8), 16);
}

/** A candidate after both stages of the gate. */
export type ChosenMemory<Candidate> = Candidate & {
  /** Why it is not shown although it was admitted. */
  readonly omitted?: OmissionReason;
};

interface ChoosableMemory {
  readonly item: { readonly id: ItemId };
  readonly admission: Admission;
  readonly strength: MatchStrength;
}

interface Choice<Candidate> {
  /** Best first. */
  readonly candidates: readonly Candidate[];
  /** Absent when memories were asked for. */
  readonly verdict: PolicyVerdict | undefined;
  /** Maximum number of memories to show. */
  readonly topK: number;
  /** Whether one may answer; absent when a failure, and no question in words, was asked about. */
  readonly mayAnswer?: ((candidate: Candidate) => boolean) | undefined;
}

/**
 * Applies the decision. Unasked: the memories that the action shows. On request: the best of all that fit the query.
 */
export function chooseMemories<Candidate extends ChoosableMemory>({
  candidates,
  verdict,
  topK,
  mayAnswer,
}: Choice<Candidate>): ChosenMemory<Candidate>[] {
  const limit = verdict === undefined ? topK : Math.min(topK, shownBy[verdict.action]);
  const possible = candidates.filter(
    (candidate) =>
      candidate.admission.admitted &&
      omissionOf(candidate, verdict, false) === undefined &&
      mayAnswer?.(candidate) !== false,
  );
  const chosen = new Set(possible.slice(0, limit));
  return candidates.map((candidate) => {
    if (!candidate.admission.admitted || chosen.has(candidate)) return candidate;
    const isUnlikely =
      mayAnswer !== undefined && (candidate.strength === 'different' || !mayAnswer(candidate));
    const omitted = isUnlikely ? 'unlikely_answer' : omissionOf(candidate, verdict, chosen.size >= limit);
    return { ...candidate, omitted: omitted ?? 'not_among_the_best' };
  });
}

function omissionOf(
  { strength, item }: ChoosableMemory,
  verdict: PolicyVerdict | undefined,
  isFull: boolean,
): OmissionReason | undefined {
  if (verdict === undefined) {
    if (strength === 'different') return 'no_strong_match';
    return isFull ? 'not_among_the_best' : undefined;
  }
  const isWanted = verdict.shows?.includes(item.id) ?? strength === 'same';
  if (!isWanted && strength !== 'same') return 'no_strong_match';
  if (shownBy[verdict.action] === 0) return 'policy';
  return !isWanted || isFull ? 'not_among_the_best' : undefined;
}
