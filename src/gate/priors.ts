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
    9.795, 0, 0, 0, 1.04, 0, 0, -3.487, -5.227, 0, 0, 0, 0, 0, 0, 0, 0, -0.239, 0, 0, 4.241, 0, 0, -5.11,
  ],
  threshold: 0.1,
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
