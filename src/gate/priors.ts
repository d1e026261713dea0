import { AfterwitError } from '../model/errors.ts';
import type { PlacePriors } from './place-risk.ts';
import { covariateCount } from './risk-covariates.ts';
import type { ScorePriors } from './score/score-state.ts';
import { rowLength } from './state/standardise-state.ts';

/** What is known before any outcome of this memory. */
export interface GatePriors {
  /** Version of state and covariates that they were learned in. */
  readonly version: number;
  /** Weights of the row and the covariates: log-odds that what would be shown is wrong. */
  readonly risk: readonly number[];
  /** Log-odds that the fix of the very same failure is wrong, as measured on real ones; the weights may say less. */
  readonly same: number;
  /** p̂fp up to which a memory is shown at first. */
  readonly threshold: number;
  readonly scores: ScorePriors;
  /** The same for past fixes of a place. */
  readonly place: PlacePriors;
}

/** Version that priors must have to be used: that of state and covariates. */
const priorsVersion = 1;

/**
 * Priors of another version weigh other features, and would decide by chance.
 * @throws INVALID_ARGUMENT
 */
export function requirePriors({ version, risk, same, threshold, scores, place }: GatePriors): void {
  const isWhole =
    version === priorsVersion &&
    risk.length === rowLength + covariateCount &&
    scores.risk.length === rowLength &&
    [...risk, ...scores.risk, same, threshold, ...Object.values(place)].every(Number.isFinite);
  if (isWhole) return;
  throw new AfterwitError(
    'INVALID_ARGUMENT',
    `The priors are of version ${version}, with ${risk.length} weights; this gate reads version ${priorsVersion} with ${rowLength + covariateCount} finite ones. Learn them anew: npm run bench -- gate --fit.`,
    { data: { argument: 'priors', found: String(version) } },
  );
}

/**
 * Learned on development data alone by `npm run bench -- gate --fit`, which prints them anew. Weights: the constant, the sixteen
 * features, the covariates.
 */
export const shippedPriors: GatePriors = {
  version: 1,
  risk: [
    9.795, 0, 0, 0, 1.04, 0, 0, -3.487, -5.227, 0, 0, 0, 0, 0, 0, 0, 0, -0.239, 0, 0, 4.241, 0, 0, -5.11,
  ],
  same: -3,
  threshold: 0.1,
  place: { constant: -2.55, worth: -0.5, threshold: 0.14 },
  scores: {
    risk: [18.277, 0, 0, 0, 0, 0, 0, -5.7, -15.228, 0, -1.712, 0, 0, 0, 0, 0, 0],
    actions: {
      top1_resolution: {
        count: 20,
        reward: 1.666,
        verified: 9.636,
        accepted: 10,
        correct: 0,
        rejected: 0,
        falsePositives: 0.364,
      },
      abstain: {
        count: 20,
        reward: 1.782,
        verified: 0,
        accepted: 0,
        correct: 14.259,
        rejected: 0,
        falsePositives: 0,
      },
    },
  },
};
