/** The probability with these log-odds. */
export function sigmoid(logOdds: number): number {
  return 1 / (1 + Math.exp(-logOdds));
}

/** Returns the log-odds of a probability; at most those of 1 in 10,000 for or against it. */
export function logOdds(probability: number): number {
  const p = Math.min(Math.max(probability, 1e-4), 1 - 1e-4);
  return Math.log(p / (1 - p));
}

/** Probability of a positive label, by a logistic regression. */
export function predictLogistic(weights: readonly number[], row: readonly number[]): number {
  return sigmoid(weights.reduce((sum, weight, i) => sum + weight * (row[i] ?? 0), 0));
}

/** Probabilities proportional to e^score. */
export function softmax(scores: Float64Array): Float64Array {
  const highest = scores.reduce((most, score) => Math.max(most, score), Number.NEGATIVE_INFINITY);
  const raised = scores.map((score) => Math.exp(score - highest));
  const total = raised.reduce((sum, value) => sum + value, 0);
  return raised.map((value) => value / total);
}
