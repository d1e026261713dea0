import { covariateCount } from './risk-covariates.ts';
import type { ScorePriors } from './score/score-state.ts';
import { rowLength } from './state/standardise-state.ts';

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

export const shippedPriors: GatePriors = {
  version: 1,
  risk: new Array<number>(rowLength + covariateCount).fill(0),
  threshold: 0,
  scores: { risk: new Array<number>(rowLength).fill(0), actions: {} },
};
