import { AfterwitError } from '../model/errors.ts';
import type { ScorePriors } from './action-score.ts';
import { type PlacePriors, riskSigns } from './risk-covariates.ts';
import { rowLength } from './state-vector.ts';

/** What is known before any outcome of this memory. */
export interface GatePriors {
  /** Version of state and covariates that they were learned in. */
  readonly version: number;
  /** The constant, then a weight for each of `riskSigns`: log-odds that what would be shown is wrong. */
  readonly risk: readonly number[];
  /** Log-odds that the fix of the very same failure is wrong, as measured on real ones; the weights may say less. */
  readonly same: number;
  /** p̂fp up to which a memory is shown at first. */
  readonly threshold: number;
  readonly scores: ScorePriors;
  /** The same for past fixes of a place. */
  readonly place: PlacePriors;
}

/** Version that priors must have to be used: raised whenever a covariate means something else. */
const priorsVersion = 2;
const riskLength = 1 + Object.keys(riskSigns).length;

/**
 * Priors of another version weigh other features, and would decide by chance.
 * @throws INVALID_ARGUMENT
 */
export function requirePriors({ version, risk, same, threshold, scores, place }: GatePriors): void {
  const isWhole =
    version === priorsVersion &&
    risk.length === riskLength &&
    scores.risk.length === rowLength &&
    [...risk, ...scores.risk, same, threshold, ...Object.values(place)].every(Number.isFinite);
  if (isWhole) return;
  throw new AfterwitError(
    'INVALID_ARGUMENT',
    `The priors are of version ${version}, with ${risk.length} weights; this gate reads version ${priorsVersion} with ${riskLength} finite ones. Learn them anew: npm run bench -- gate --fit.`,
    { data: { argument: 'priors', found: String(version) } },
  );
}

/**
 * Learned on development data alone by `npm run bench -- gate --fit`, which prints them anew.
 */
export const shippedPriors: GatePriors = {
  version: 2,
  risk: [5.305, 2.446, 6.867, -2.482, -1.643, -4.775, -1.368],
  same: -3,
  threshold: 0.1,
  place: { constant: -2.55, worth: -0.5, threshold: 0.14 },
  scores: {
    risk: [4.914, 0, 0, 0, 0, 0, -0.178, -2.951, -1.913, 0, -2.365, 0, 0, 0, 0, 0, 0],
    actions: {
      top1_resolution: {
        count: 20,
        reward: 0.537,
        verified: 8.506,
        accepted: 10.345,
        correct: 0,
        rejected: 0,
        falsePositives: 1.149,
      },
      abstain: {
        count: 20,
        reward: 1.431,
        verified: 0,
        accepted: 0,
        correct: 11.45,
        rejected: 0,
        falsePositives: 0,
      },
    },
  },
};
