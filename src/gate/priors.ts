import type { ScorePriors } from './score/score-state.ts';

/** What is known before any outcome of this memory. */
export interface GatePriors {
  /** Version of state and covariates that they were learned in. */
  readonly version: number;
  /** Weights of the row and the covariates: log-odds that what would be shown is wrong. */
  readonly risk: readonly number[];
  /** p̂fp up to which a memory is shown at first. */
  readonly threshold: number;
  readonly scores: ScorePriors;
}

/**
 * Learned on development data alone by `npm run bench -- gate --fit`, which prints them anew. Weights: the constant, the sixteen
 * features, the covariates.
 */
export const shippedPriors: GatePriors = {
  version: 1,
  risk: [
    5.73, 0.392, -1.716, 2.109, -0.006, -0.349, 0.951, -2.444, -4.778, 0, -2.629, 0, 0, 0, 0, -0.136, 0,
    1.102, -0.052, -0.935, 4.355, 0.217, 0.903,
  ],
  threshold: 0.05,
  scores: {
    risk: [9.02, -0.071, -2.4, 2.329, -0.604, -0.274, 0.977, -3.955, -5.979, 0, -1.417, 0, 0, 0, 0, -0.01, 0],
    actions: {
      top1_resolution: {
        count: 20,
        reward: 1.764,
        verified: 8.267,
        accepted: 11.733,
        correct: 0,
        rejected: 0,
        falsePositives: 0,
      },
      abstain: {
        count: 20,
        reward: 1.381,
        verified: 0,
        accepted: 0,
        correct: 11.049,
        rejected: 0,
        falsePositives: 0,
      },
    },
  },
};
