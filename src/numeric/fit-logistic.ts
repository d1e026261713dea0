/**
 * Logistic regression by Newton's method with an L2 penalty on every weight but the first, which stands for the constant
 * feature 1. Deterministic.
 *
 * @param rows one array of features an observation, all of one length
 * @param labels whether each was positive
 * @param penalty strength of the penalty, λ/2 · Σ w²
 * @returns one weight a feature
 */
export function fitLogistic(
  rows: readonly (readonly number[])[],
  labels: readonly boolean[],
  penalty = 1,
): readonly number[] {
  const size = rows[0]?.length ?? 0;
  let weights = new Array<number>(size).fill(0);
  for (let iteration = 0; iteration < mostIterations; iteration++) {
    const gradient = weights.map((weight, i) => (i === 0 ? 0 : penalty * weight));
    const hessian = weights.map((_, i) => weights.map((__, j) => (i === j && i > 0 ? penalty : 0) + (i === j ? ridge : 0)));
    rows.forEach((row, position) => {
      const probability = predictLogistic(weights, row);
      const error = probability - (labels[position] ? 1 : 0);
      const curvature = probability * (1 - probability);
      for (let i = 0; i < size; i++) {
        gradient[i] = (gradient[i] ?? 0) + error * (row[i] ?? 0);
        const line = hessian[i] as number[];
        for (let j = 0; j < size; j++) line[j] = (line[j] ?? 0) + curvature * (row[i] ?? 0) * (row[j] ?? 0);
      }
    });
    const step = solve(hessian, gradient);
    weights = weights.map((weight, i) => weight - (step[i] ?? 0));
    if (Math.max(...step.map(Math.abs)) < tolerance) break;
  }
  return weights;
}

export function predictLogistic(weights: readonly number[], row: readonly number[]): number {
  return 1 / (1 + Math.exp(-weights.reduce((sum, weight, i) => sum + weight * (row[i] ?? 0), 0)));
}

const mostIterations = 50;
const tolerance = 1e-8;
/** Keeps the system solvable when features depend on each other. */
const ridge = 1e-9;

/** Gaussian elimination with partial pivoting. */
function solve(matrix: readonly (readonly number[])[], right: readonly number[]): readonly number[] {
  const rows = matrix.map((row, i) => [...row, right[i] ?? 0]);
  const size = rows.length;
  for (let column = 0; column < size; column++) {
    let pivot = column;
    for (let i = column + 1; i < size; i++) {
      if (Math.abs(rows[i]?.[column] ?? 0) > Math.abs(rows[pivot]?.[column] ?? 0)) pivot = i;
    }
    [rows[column], rows[pivot]] = [rows[pivot] as number[], rows[column] as number[]];
    const top = rows[column] as number[];
    for (let i = column + 1; i < size; i++) {
      const row = rows[i] as number[];
      const factor = (row[column] ?? 0) / (top[column] ?? 1);
      for (let j = column; j <= size; j++) row[j] = (row[j] ?? 0) - factor * (top[j] ?? 0);
    }
  }
  const solution = new Array<number>(size).fill(0);
  for (let i = size - 1; i >= 0; i--) {
    const row = rows[i] as number[];
    let sum = row[size] ?? 0;
    for (let j = i + 1; j < size; j++) sum -= (row[j] ?? 0) * (solution[j] ?? 0);
    solution[i] = sum / (row[i] ?? 1);
  }
  return solution;
}
