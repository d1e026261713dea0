import { sigmoid } from './probabilities.ts';

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
  return sigmoid(Math.max(-steepest, Math.min(steepest, sum)));
}

/** Beyond these log-odds a probability is written as 0 or 1. */
const steepest = 35;

/**
 * Ridge regression of one target on d features, updated one observation at a time. Plain numbers, so that it can be stored;
 * never changed in place.
 */
export interface RidgeModel {
  /** Inverse of λI + Σ x xᵀ, row by row: d² numbers. */
  readonly inverse: readonly number[];
  /** Σ y x. */
  readonly moments: readonly number[];
  /** The inverse times the moments: kept, so that a prediction costs d multiplications. */
  readonly weights: readonly number[];
}

/** A model that has seen nothing. @param penalty λ: as much evidence for a weight of 0 */
export function emptyRidge(features: number, penalty = 1): RidgeModel {
  const inverse = new Array<number>(features * features).fill(0);
  for (let i = 0; i < features; i++) inverse[i * features + i] = 1 / penalty;
  const zeros = new Array<number>(features).fill(0);
  return { inverse, moments: zeros, weights: zeros };
}

/** The model after one more observation, by the formula of Sherman and Morrison (1950): d² steps, no inversion. */
export function updateRidge(model: RidgeModel, row: readonly number[], target: number): RidgeModel {
  const size = row.length;
  const image = multiply(model.inverse, row);
  const scale = 1 / (1 + dot(image, row));
  const inverse = model.inverse.slice();
  for (let i = 0; i < size; i++) {
    const factor = scale * (image[i] as number);
    for (let j = 0; j < size; j++)
      inverse[i * size + j] = (inverse[i * size + j] as number) - factor * (image[j] as number);
  }
  const moments = model.moments.map((moment, i) => moment + target * (row[i] as number));
  return { inverse, moments, weights: multiply(inverse, moments) };
}

export function predictRidge({ weights }: RidgeModel, row: readonly number[]): number {
  return dot(weights, row);
}

/** Standard error of the prediction in units of the noise, √(xᵀ A⁻¹ x): the width of LinUCB's interval (Li et al. 2010). */
export function ridgeWidth({ inverse }: RidgeModel, row: readonly number[]): number {
  return Math.sqrt(Math.max(0, dot(multiply(inverse, row), row)));
}

function multiply(matrix: readonly number[], vector: readonly number[]): number[] {
  const size = vector.length;
  const product = new Array<number>(size).fill(0);
  for (let i = 0; i < size; i++) {
    let sum = 0;
    for (let j = 0; j < size; j++) sum += (matrix[i * size + j] as number) * (vector[j] as number);
    product[i] = sum;
  }
  return product;
}

function dot(one: readonly number[], other: readonly number[]): number {
  let sum = 0;
  for (let i = 0; i < one.length; i++) sum += (one[i] as number) * (other[i] as number);
  return sum;
}
