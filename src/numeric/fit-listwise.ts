import { softmax } from './probabilities.ts';
import { seededRandom } from './seeded-random.ts';

/** One query: its candidates with their features, and which of them are right. */
export interface ListwiseExample {
  /** Row by row, `width` values a candidate. */
  readonly rows: Float64Array;
  /** Positions of the right candidates; examples without any are ignored. */
  readonly right: readonly number[];
}

export interface ListwiseOptions {
  /** Whether each weight must stay at or above zero. */
  readonly nonNegative: readonly boolean[];
  readonly epochs: number;
  readonly learningRate: number;
  /** Strength λ of the penalty λ/2 · Σ (w − anchor)². */
  readonly penalty: number;
  /** Weights that the penalty pulls towards; default: zero. */
  readonly anchor?: readonly number[];
  readonly batchSize: number;
  /** Seed of the order of the examples; the same seed gives the same weights. */
  readonly seed: number;
  /** Initial weights; default: zero. */
  readonly initial?: readonly number[];
  /** True if any one of the right candidates may come first; else the mass is for all of them alike. */
  readonly anyRight?: boolean;
}

const decay1 = 0.9;
const decay2 = 0.999;
const tiny = 1e-8;

/**
 * Linear ranker: fits weights so that the softmax over a query's candidates puts its mass on the right ones (ListNet's
 * top-one cross-entropy, Cao et al. 2007, Eq. 3), by Adam (Kingma & Ba 2015, Algorithm 1) with projection onto weights
 * ≥ 0. Features are divided by their spread while fitting, so that one rate suits all; the returned weights apply to
 * the unscaled features. Deterministic.
 */
export function fitListwise(
  examples: readonly ListwiseExample[],
  options: ListwiseOptions,
): readonly number[] {
  const { nonNegative, epochs, learningRate, penalty, batchSize, seed, initial, anchor, anyRight } = options;
  const width = nonNegative.length;
  const useful = examples.filter(({ right }) => right.length > 0);
  const spread = spreadOf(useful, width);
  const weights = Float64Array.from(spread, (own, i) => (initial?.[i] ?? 0) * own);
  const gradient = new Float64Array(width);
  const first = new Float64Array(width);
  const second = new Float64Array(width);
  const order = Uint32Array.from(useful.keys());
  const random = seededRandom(seed);
  let step = 0;
  for (let epoch = 0; epoch < epochs; epoch++) {
    shuffle(order, random);
    const rate = learningRate * (1 - epoch / epochs);
    for (let start = 0; start < order.length; start += batchSize) {
      const batch = order.subarray(start, start + batchSize);
      weights.forEach((weight, i) => {
        const own = spread[i] as number;
        gradient[i] = (penalty * (weight / own - (anchor?.[i] ?? 0))) / own;
      });
      for (const position of batch)
        addGradient(useful[position] as ListwiseExample, weights, spread, gradient, batch.length, anyRight);
      step++;
      for (let i = 0; i < width; i++) {
        const slope = gradient[i] as number;
        first[i] = decay1 * (first[i] as number) + (1 - decay1) * slope;
        second[i] = decay2 * (second[i] as number) + (1 - decay2) * slope * slope;
        const mean = (first[i] as number) / (1 - decay1 ** step);
        const size = Math.sqrt((second[i] as number) / (1 - decay2 ** step)) + tiny;
        const moved = (weights[i] as number) - (rate * mean) / size;
        weights[i] = nonNegative[i] === true ? Math.max(0, moved) : moved;
      }
    }
  }
  return Array.from(weights, (weight, i) => weight / (spread[i] as number));
}

/** Adds the gradient of one example's cross-entropy: Σ (softmax − target) · features. */
function addGradient(
  { rows, right }: ListwiseExample,
  weights: Float64Array,
  spread: Float64Array,
  gradient: Float64Array,
  batchSize: number,
  anyRight = false,
): void {
  const width = weights.length;
  const errors = softmax(scoreRows(rows, weights, spread));
  const mass = right.reduce((sum, position) => sum + (errors[position] as number), 0);
  for (const position of right) {
    const error = errors[position] as number;
    errors[position] = error - (anyRight ? error / mass : 1 / right.length);
  }
  errors.forEach((error, row) => {
    if (Math.abs(error) < 1e-9) return;
    for (let i = 0; i < width; i++) {
      const value = (rows[row * width + i] as number) / (spread[i] as number);
      gradient[i] = (gradient[i] as number) + (error * value) / batchSize;
    }
  });
}

function scoreRows(rows: Float64Array, weights: Float64Array, spread: Float64Array): Float64Array {
  const width = weights.length;
  const scores = new Float64Array(rows.length / width);
  for (let row = 0; row < scores.length; row++) {
    let score = 0;
    for (let i = 0; i < width; i++)
      score += ((weights[i] as number) * (rows[row * width + i] as number)) / (spread[i] as number);
    scores[row] = score;
  }
  return scores;
}

/** Standard deviation of each feature, never quite 0. */
function spreadOf(examples: readonly ListwiseExample[], width: number): Float64Array {
  const sums = new Float64Array(width);
  const squares = new Float64Array(width);
  let count = 0;
  for (const { rows } of examples) {
    rows.forEach((value, position) => {
      const i = position % width;
      sums[i] = (sums[i] as number) + value;
      squares[i] = (squares[i] as number) + value * value;
    });
    count += rows.length / width;
  }
  return squares.map((square, i) => {
    const mean = (sums[i] as number) / Math.max(1, count);
    return Math.sqrt(Math.max(0, square / Math.max(1, count) - mean * mean)) + 1e-3;
  });
}

/** Fisher–Yates. */
function shuffle(order: Uint32Array, random: () => number): void {
  for (let i = order.length - 1; i > 0; i--) {
    const other = Math.floor(random() * (i + 1));
    [order[i], order[other]] = [order[other] as number, order[i] as number];
  }
}
