import { type AfterwitError, invalidArgument } from '../model/errors.ts';
import { type CandidateEvidence, type StateFeature, type StateVector, stateFeatures } from '../model/gate.ts';

/** One admitted memory with the sources of its features. */
interface StateCandidate {
  readonly evidence: CandidateEvidence;
  readonly tokenCost: number;
}

/** Facts that the state is described from: the profile, the candidates, and the outcomes of similar contexts. */
interface StateFacts {
  /** Admitted memories of failures, best first. */
  readonly candidates: readonly StateCandidate[];
  readonly sessionRejections: number;
  readonly acceptanceRate: number;
  readonly falsePositiveRate: number;
  readonly latencyMs: number;
  readonly budgetTokens: number;
}

/** ε of Eq. 8. */
const smoothing = 1e-6;

/** The state z = ψ(q, C) of Eq. 4, from evidence alone: no clock and no chance. */
export function describeState(facts: StateFacts): StateVector {
  const { candidates } = facts;
  const scores = candidates.map(({ evidence }) => evidence.score);
  const best = candidates[0]?.evidence;
  const [first = 0, second = 0] = scores;
  return {
    top1_score: first,
    top2_score: second,
    score_margin: first - second,
    candidate_entropy: entropyOf(scores),
    candidate_count: candidates.length,
    family_confidence: best?.family ?? 0,
    entity_match_ratio: best?.entities ?? 0,
    command_signature_match: best?.command ?? 0,
    path_signature_match: best?.path ?? 0,
    stack_signature_match: best?.stack ?? 0,
    session_rejection_count: facts.sessionRejections,
    historical_acceptance_rate: facts.acceptanceRate,
    historical_false_positive_rate: facts.falsePositiveRate,
    estimated_latency_ms: facts.latencyMs,
    estimated_token_cost: candidates[0]?.tokenCost ?? 0,
    token_budget_remaining: facts.budgetTokens,
  };
}

/** H of Eq. 9 over the scores as shares (Eq. 8); 0 with fewer than two. */
function entropyOf(scores: readonly number[]): number {
  const total = scores.reduce((sum, score) => sum + score + smoothing, 0);
  let entropy = 0;
  for (const score of scores) {
    const share = (score + smoothing) / total;
    entropy -= share * Math.log(share);
  }
  return Math.max(0, entropy);
}

/** Outcome of showing a memory in some earlier context. */
export interface PooledOutcome {
  /** Similarity of its context: the same memory 1, its pattern's other variants .6, the same family in the same scope .3. */
  readonly weight: number;
  readonly kind: 'accepted' | 'false_positive' | 'other';
}

export const contextWeights = { sameMemory: 1, samePattern: 0.6, sameFamily: 0.3 } as const;

/** Features 12 and 13: rates of acceptance and of false positives in similar contexts, shrunk by Beta(1, 1) and Beta(1, 3). */
export function poolRates(outcomes: readonly PooledOutcome[]): {
  readonly acceptanceRate: number;
  readonly falsePositiveRate: number;
} {
  let accepted = 0;
  let wrong = 0;
  let all = 0;
  for (const { weight, kind } of outcomes) {
    all += weight;
    if (kind === 'accepted') accepted += weight;
    if (kind === 'false_positive') wrong += weight;
  }
  return { acceptanceRate: (1 + accepted) / (2 + all), falsePositiveRate: (1 + wrong) / (4 + all) };
}

interface FeatureRange {
  readonly from: number;
  readonly to: number;
  /** Counts, times and sizes matter by their magnitude. */
  readonly isLogarithmic?: true;
}

/** Ranges that features are brought to 0–1 by. Frozen with the state's version: stored models were learned in them. */
const ranges: Readonly<Record<StateFeature, FeatureRange>> = {
  top1_score: { from: 0, to: 1 },
  top2_score: { from: 0, to: 1 },
  score_margin: { from: 0, to: 1 },
  candidate_entropy: { from: 0, to: 3 },
  candidate_count: { from: 0, to: 20, isLogarithmic: true },
  family_confidence: { from: 0, to: 1 },
  entity_match_ratio: { from: 0, to: 1 },
  command_signature_match: { from: 0, to: 1 },
  path_signature_match: { from: 0, to: 1 },
  stack_signature_match: { from: 0, to: 1 },
  session_rejection_count: { from: 0, to: 10, isLogarithmic: true },
  historical_acceptance_rate: { from: 0, to: 1 },
  historical_false_positive_rate: { from: 0, to: 1 },
  estimated_latency_ms: { from: 0, to: 1_000, isLogarithmic: true },
  estimated_token_cost: { from: 0, to: 2_000, isLogarithmic: true },
  token_budget_remaining: { from: 0, to: 8_000, isLogarithmic: true },
};

/** Features in the entries of a row, after the constant. */
export const rowFeatures: readonly StateFeature[] = stateFeatures;

/** Number of entries of a row: the constant 1, then the features in their order. */
export const rowLength = 1 + stateFeatures.length;

/**
 * The state as a row for models: the constant 1, then each feature at 0–1 of its range.
 * @throws INVALID_ARGUMENT when a feature is missing or no number
 */
export function standardiseState(state: StateVector): readonly number[] {
  const row = new Array<number>(rowLength).fill(1);
  for (let i = 0; i < stateFeatures.length; i++) {
    const feature = stateFeatures[i] as StateFeature;
    const value = state[feature];
    if (!Number.isFinite(value)) throw noNumber(feature, value);
    row[i + 1] = scale(value, ranges[feature]);
  }
  return row;
}

const emptyRow: readonly number[] = [1, ...new Array<number>(rowLength - 1).fill(0)];

/** The row of a policy's input; without a failure at hand there is no state: the constant alone. */
export function rowOf({ vector }: { readonly vector?: StateVector | undefined }): readonly number[] {
  return vector === undefined ? emptyRow : standardiseState(vector);
}

function scale(value: number, { from, to, isLogarithmic }: FeatureRange): number {
  const share = isLogarithmic
    ? Math.log1p(Math.max(0, value)) / Math.log1p(to)
    : (value - from) / (to - from);
  return Math.min(1, Math.max(0, share));
}

function noNumber(feature: StateFeature, value: unknown): AfterwitError {
  return invalidArgument(
    `The state's ${feature} is ${String(value)}. Give a finite number for each of the 16 features.`,
    { argument: feature, found: String(value) },
  );
}
