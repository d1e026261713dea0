/**
 * Positions of the `count` largest positive values, largest first; equal values are ordered by position, later first.
 * O(n + m log m) when m values enter the selection; the others allocate nothing.
 */
export function selectLargest(values: ArrayLike<number>, count: number): number[] {
  const limit = Math.max(0, count);
  let kept: number[] = [];
  let threshold = 0;
  const prune = () => {
    kept.sort((a, b) => (values[b] as number) - (values[a] as number) || b - a);
    kept = kept.slice(0, limit);
    if (kept.length === limit) threshold = values[kept[limit - 1] as number] as number;
  };
  if (limit === 0) return kept;
  for (let i = 0; i < values.length; i++) {
    const value = values[i] as number;
    if (value <= 0 || value < threshold) continue;
    kept.push(i);
    if (kept.length >= 4 * limit + 64) prune();
  }
  prune();
  return kept;
}

/** The largest of the values and 0. A plain loop, because `reduce` and `Math.max` box every number of a typed array. */
export function largestOf(values: ArrayLike<number>): number {
  let largest = 0;
  for (let i = 0; i < values.length; i++) {
    const value = values[i] as number;
    if (value > largest) largest = value;
  }
  return largest;
}

/** Rank offset: small values let the top ranks of one list dominate. 10 won on the project's localisation data. */
const defaultRankOffset = 10;

/**
 * Reciprocal rank fusion (Cormack, Clarke & Büttcher 2009): Σ weight / (offset + rank), ranks from 1. The order of the
 * lists does not matter.
 * @returns score of every candidate that occurs in any list
 */
export function fuseRankings<Candidate>(
  rankings: readonly { readonly candidates: readonly Candidate[]; readonly weight?: number }[],
  offset: number = defaultRankOffset,
): ReadonlyMap<Candidate, number> {
  const fused = new Map<Candidate, number>();
  for (const { candidates, weight = 1 } of rankings) {
    candidates.forEach((candidate, index) => {
      fused.set(candidate, (fused.get(candidate) ?? 0) + weight / (offset + index + 1));
    });
  }
  return fused;
}
