import { seededRandom } from '../../../src/numeric/seeded-random.ts';

/** Features of two candidates of one query, of which the first should come first. */
export interface RankedPair {
  readonly better: Float64Array;
  readonly worse: Float64Array;
}

interface PairwiseOptions {
  readonly epochs: number;
  readonly learningRate: number;
  /** Strength of the L2 penalty. */
  readonly penalty: number;
  readonly seed: number;
}

/** Those of the CICL paper, 4.4. */
const published: PairwiseOptions = { epochs: 80, learningRate: 0.08, penalty: 5e-4, seed: 1 };

/**
 * Weights of a linear ranker by pairwise logistic regression: stochastic gradient descent on ln(1 + e^−w·(better − worse)), one pair at a
 * time, the rate falling to zero. Deterministic.
 *
 * @param width number of features
 */
export function fitPairwise(
  pairs: readonly RankedPair[],
  width: number,
  { epochs, learningRate, penalty, seed }: PairwiseOptions = published,
): readonly number[] {
  const weights = new Float64Array(width);
  const random = seededRandom(seed);
  const order = Uint32Array.from(pairs.keys());
  const differences = differencesOf(pairs, width);
  for (let epoch = 0; epoch < epochs; epoch++) {
    shuffleInPlace(order, random);
    const rate = learningRate * (1 - epoch / epochs);
    for (const at of order) {
      const from = at * width;
      let margin = 0;
      for (let i = 0; i < width; i++) margin += (weights[i] as number) * (differences[from + i] as number);
      const pull = 1 / (1 + Math.exp(margin));
      for (let i = 0; i < width; i++) {
        const weight = weights[i] as number;
        weights[i] = weight + rate * (pull * (differences[from + i] as number) - penalty * weight);
      }
    }
  }
  return [...weights];
}

/** Better less worse, pair by pair in one array: what is read millions of times lies together. */
function differencesOf(pairs: readonly RankedPair[], width: number): Float64Array {
  const differences = new Float64Array(pairs.length * width);
  for (const [at, { better, worse }] of pairs.entries())
    for (let i = 0; i < width; i++)
      differences[at * width + i] = (better[i] as number) - (worse[i] as number);
  return differences;
}

/** Fisher–Yates. */
export function shuffleInPlace(order: Uint32Array, random: () => number): void {
  for (let i = order.length - 1; i > 0; i--) {
    const other = Math.floor(random() * (i + 1));
    [order[i], order[other]] = [order[other] as number, order[i] as number];
  }
}
