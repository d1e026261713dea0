import { predictLogistic } from '../../src/numeric/probabilities.ts';

const mostIterations = 50;
const tolerance = 1e-8;
/** Keeps the system solvable when features depend on each other. */
const ridge = 1e-9;

/**
 * Logistic regression by Newton's method with an L2 penalty on every weight but the first, which stands for the
 * constant feature 1. Deterministic.
 *
 * @param rows one array of features for each observation, all of the same length
 * @param labels whether each was positive
 * @param penalty strength of the penalty, λ/2 · Σ w²
 * @returns one weight for each feature
 */
export function fitLogistic(
  rows: readonly (readonly number[])[],
  labels: readonly boolean[],
  penalty = 1,
): readonly number[] {
  let weights: readonly number[] = new Array<number>(rows[0]?.length ?? 0).fill(0);
  for (let iteration = 0; iteration < mostIterations; iteration++) {
    const { gradient, hessian } = differentiate(weights, rows, labels, penalty);
    const step = solve(hessian, gradient);
    weights = weights.map((weight, i) => weight - (step[i] ?? 0));
    if (Math.max(...step.map(Math.abs)) < tolerance) break;
  }
  return weights;
}

/** First and second derivatives of the penalised negative log-likelihood. */
function differentiate(
  weights: readonly number[],
  rows: readonly (readonly number[])[],
  labels: readonly boolean[],
  penalty: number,
): { readonly gradient: readonly number[]; readonly hessian: readonly (readonly number[])[] } {
  const gradient = weights.map((weight, i) => (i === 0 ? 0 : penalty * weight));
  const hessian = weights.map((_, i) =>
    weights.map((__, j) => (i === j ? ridge + (i > 0 ? penalty : 0) : 0)),
  );
  rows.forEach((row, position) => {
    const probability = predictLogistic(weights, row);
    const error = probability - (labels[position] ? 1 : 0);
    const curvature = probability * (1 - probability);
    row.forEach((feature, i) => {
      gradient[i] = (gradient[i] ?? 0) + error * feature;
      const line = hessian[i] as number[];
      row.forEach((other, j) => {
        line[j] = (line[j] ?? 0) + curvature * feature * other;
      });
    });
  });
  return { gradient, hessian };
}

/** Gaussian elimination with partial pivoting. */
function solve(matrix: readonly (readonly number[])[], right: readonly number[]): readonly number[] {
  const rows = matrix.map((row, i) => [...row, right[i] ?? 0]);
  const at = (row: number, column: number) => rows[row]?.[column] ?? 0;
  for (let column = 0; column < rows.length; column++) {
    let pivot = column;
    for (let row = column + 1; row < rows.length; row++)
      if (Math.abs(at(row, column)) > Math.abs(at(pivot, column))) pivot = row;
    [rows[column], rows[pivot]] = [rows[pivot] as number[], rows[column] as number[]];
    for (let row = column + 1; row < rows.length; row++) {
      const factor = at(row, column) / (at(column, column) || 1);
      rows[row] = (rows[row] as number[]).map((value, j) => value - factor * at(column, j));
    }
  }
  const solution = new Array<number>(rows.length).fill(0);
  for (let i = rows.length - 1; i >= 0; i--) {
    let rest = at(i, rows.length);
    for (let j = i + 1; j < rows.length; j++) rest -= at(i, j) * (solution[j] ?? 0);
    solution[i] = rest / (at(i, i) || 1);
  }
  return solution;
}

/** What is fitted: features, the first of them the constant 1, and whether it held. */
interface Fitted {
  readonly features: readonly number[];
  readonly isKept: boolean;
}

export function fitAll(rows: readonly Fitted[], penalty = 1): readonly number[] {
  return fitLogistic(
    rows.map(({ features }) => features),
    rows.map(({ isKept }) => isKept),
    penalty,
  );
}

/** Weights for each group, fitted on the rows of all others. */
export function fitLeftOut<Row extends Fitted>(
  rows: readonly Row[],
  groupOf: (row: Row) => string,
): (group: string) => readonly number[] {
  const groups = new Set(rows.map(groupOf));
  const fitted = new Map(
    [...groups].map((group) => [group, fitAll(rows.filter((row) => groupOf(row) !== group))]),
  );
  return (group) => fitted.get(group) ?? fitAll(rows);
}
