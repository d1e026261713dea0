/** Logistic regression learned one observation at a time. Plain numbers, so that it can be stored; never changed in place. */
export interface OnlineLogistic {
  readonly weights: readonly number[];
  /** Sum of squared gradients of each weight: the more a weight has been moved, the smaller its next step. */
  readonly squares: readonly number[];
}

interface LogisticSteps {
  /** Length of the first step. */
  readonly rate?: number;
  /** Strength of the L2 penalty on every weight but the first, which stands for the constant feature 1. */
  readonly penalty?: number;
}

/** A model that has seen nothing. @param bias log-odds that it begins with */
export function emptyLogistic(features: number, bias = 0): OnlineLogistic {
  const weights = new Array<number>(features).fill(0);
  if (features > 0) weights[0] = bias;
  return { weights, squares: new Array<number>(features).fill(0) };
}

/** The model after one more observation: a step of AdaGrad (Duchi, Hazan and Singer 2011) on the penalised log-loss. */
export function updateLogistic(
  { weights, squares }: OnlineLogistic,
  row: readonly number[],
  label: boolean,
  { rate = 0.3, penalty = 0.01 }: LogisticSteps = {},
): OnlineLogistic {
  const error = logisticOf(weights, row) - (label ? 1 : 0);
  const gradient = row.map((x, i) => error * x + (i === 0 ? 0 : penalty * (weights[i] as number)));
  const summed = squares.map((square, i) => square + (gradient[i] as number) ** 2);
  return {
    weights: weights.map(
      (weight, i) => weight - (rate * (gradient[i] as number)) / Math.sqrt(1 + (summed[i] as number)),
    ),
    squares: summed,
  };
}

/** Probability of a positive label, strictly between 0 and 1. */
export function logisticOf(weights: readonly number[], row: readonly number[]): number {
  let sum = 0;
  for (let i = 0; i < weights.length; i++) sum += (weights[i] as number) * (row[i] as number);
  return 1 / (1 + Math.exp(-Math.max(-steepest, Math.min(steepest, sum))));
}

/** Beyond these log-odds a probability is written as 0 or 1. */
const steepest = 35;
