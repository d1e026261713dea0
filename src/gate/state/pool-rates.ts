/** What came of showing a memory in some earlier context. */
export interface PooledOutcome {
  /** How similar its context is: the same memory 1, its pattern's other variants .6, the same family in the same scope .3. */
  readonly weight: number;
  readonly kind: 'accepted' | 'false_positive' | 'other';
}

export const contextWeights = { sameMemory: 1, samePattern: 0.6, sameFamily: 0.3 } as const;

/** Features 12 and 13: rates of acceptance and of false positives in similar contexts, shrunk by Beta(1, 1) and Beta(1, 3). */
export function poolRates(outcomes: readonly PooledOutcome[]): {
  readonly acceptanceRate: number;
  readonly falsePositiveRate: number;
} {
  let accepted = 0;
  let wrong = 0;
  let all = 0;
  for (const { weight, kind } of outcomes) {
    all += weight;
    if (kind === 'accepted') accepted += weight;
    if (kind === 'false_positive') wrong += weight;
  }
  return { acceptanceRate: (1 + accepted) / (2 + all), falsePositiveRate: (1 + wrong) / (4 + all) };
}
