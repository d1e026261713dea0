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
    7.03, 0.169, -1.951, 2.12, 0.515, -0.222, 1.333, -2.868, -3.207, 0, -0.298, 0, 0, 0, 0, -0.287, 0, -0.322,
    0.435, -1.34, 3.438, 0.354, 0.174, -4.176,
  ],
  threshold: 0.1,
  scores: {
    risk: [
      9.791, 0.257, -2.544, 2.801, -0.568, -0.185, 1.153, -4.526, -6.861, 0, -1.355, 0, 0, 0, 0, -0.047, 0,
    ],
    actions: {
      top1_resolution: {
        count: 20,
        reward: 1.625,
        verified: 9.391,
        accepted: 10.261,
        correct: 0,
        rejected: 0,
        falsePositives: 0.348,
      },
      abstain: {
        count: 20,
        reward: 1.869,
        verified: 0,
        accepted: 0,
        correct: 14.951,
        rejected: 0,
        falsePositives: 0,
      },
    },
  },
};
