/** Where a ranking has the right files; ranks from 1, Infinity for what it lacks. */
export interface GoldRanks {
  /** Of the right file that comes first. */
  readonly first: number;
  /** Of the right file that comes last: all are among the first k when this is at most k. */
  readonly last: number;
}

export function goldRanks(ranking: readonly string[], gold: readonly string[]): GoldRanks {
  if (gold.length === 0) return { first: Number.POSITIVE_INFINITY, last: Number.POSITIVE_INFINITY };
  const ranks = gold.map((path) => ranking.indexOf(path) + 1 || Number.POSITIVE_INFINITY);
  return { first: Math.min(...ranks), last: Math.max(...ranks) };
}

/** Strict accuracy: every right file is among the first `depth`. */
export function holdsAllGold({ last }: GoldRanks, depth: number): boolean {
  return last <= depth;
}

/** 1 / rank of the first right file; 0 when it comes after `depth`. */
export function reciprocalRank({ first }: GoldRanks, depth: number): number {
  return first <= depth ? 1 / first : 0;
}
