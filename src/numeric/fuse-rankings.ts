/** Rank offset: small values let the top ranks of one list dominate. 10 won on the project's localisation data. */
const defaultRankOffset = 10;

/**
 * Reciprocal rank fusion (Cormack, Clarke & Büttcher 2009): Σ weight / (offset + rank), ranks from 1. The order of the
 * lists does not matter.
 *
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
