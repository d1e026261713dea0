import type { FixExample } from '../ports/repository-index.ts';
import type { RankerWeights } from './ranker-weights.ts';

/** Scores of an example's files under some weights. */
export function scoreExample({ rows }: Pick<FixExample, 'rows'>, weights: RankerWeights): Float64Array {
  const width = weights.length;
  const scores = new Float64Array(rows.length / width);
  for (let row = 0; row < scores.length; row++) {
    let score = 0;
    for (let i = 0; i < width; i++) score += (weights[i] as number) * (rows[row * width + i] as number);
    scores[row] = score;
  }
  return scores;
}

/** Positions of an example's files, best first; ties keep the initial order. */
export function orderByScore(scores: Float64Array): readonly number[] {
  return [...scores.keys()].sort((a, b) => (scores[b] as number) - (scores[a] as number) || a - b);
}
