import { AfterwitError } from '../../model/errors.ts';
import { type StateFeature, type StateVector, stateFeatures } from '../../model/gate.ts';

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

/** What the entries of a row are, after the constant. */
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

/** The row of what a policy sees; without a failure at hand there is no state: the constant alone. */
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
  return new AfterwitError(
    'INVALID_ARGUMENT',
    `The state's ${feature} is ${String(value)}. Give a finite number for each of the 16 features.`,
    { data: { argument: feature, found: String(value) } },
  );
}
