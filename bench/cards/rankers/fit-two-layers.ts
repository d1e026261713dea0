import { seededRandom } from '../../../src/numeric/seeded-random.ts';
import { type RankedPair, shuffleInPlace } from './fit-pairwise.ts';

/** Hidden units, row by row, and what each counts. */
export interface TwoLayers {
  readonly hidden: readonly (readonly number[])[];
  readonly hiddenBias: readonly number[];
  readonly output: readonly number[];
}

interface TwoLayerOptions {
  readonly hiddenUnits: number;
  readonly epochs: number;
  readonly learningRate: number;
  readonly weightDecay: number;
  readonly batchSize: number;
  /** Share of the hidden units left out of each pair. */
  readonly dropout: number;
  readonly seed: number;
}

/** Those of the CICL paper, 4.4; it does not give the number of hidden units. */
const published: TwoLayerOptions = {
  hiddenUnits: 16,
  epochs: 120,
  learningRate: 1e-3,
  weightDecay: 1e-4,
  batchSize: 256,
  dropout: 0.1,
  seed: 1,
};
const decay1 = 0.9;
const decay2 = 0.999;
const tiny = 1e-8;

/**
 * A ranker of two layers by the BPR loss −ln σ(s(better) − s(worse)) (Rendle et al. 2009), with AdamW (Loshchilov & Hutter 2019) and dropout.
 * All parameters lie in one array: rows of hidden weights, their biases, the output. Deterministic.
 *
 * @param width number of features
 */
export function fitTwoLayers(
  pairs: readonly RankedPair[],
  width: number,
  options: TwoLayerOptions = published,
): TwoLayers {
  const { hiddenUnits, epochs, batchSize, seed } = options;
  const random = seededRandom(seed);
  const parameters = Float64Array.from({ length: hiddenUnits * (width + 2) }, (_, at) =>
    at >= hiddenUnits * width && at < hiddenUnits * (width + 1) ? 0 : (random() - 0.5) / Math.sqrt(width / 6),
  );
  const step = adamW(parameters, options);
  const fit: Fit = {
    ...{ parameters, width, options, random, rows: rowsOf(pairs, width) },
    gradient: new Float64Array(parameters.length),
    kept: new Float64Array(hiddenUnits),
    active: [new Float64Array(hiddenUnits), new Float64Array(hiddenUnits)],
  };
  const order = Uint32Array.from(pairs.keys());
  for (let epoch = 0; epoch < epochs; epoch++) {
    shuffleInPlace(order, random);
    for (let start = 0; start < order.length; start += batchSize) {
      const batch = order.subarray(start, start + batchSize);
      fit.gradient.fill(0);
      for (const at of batch) addGradient(at, fit, batch.length);
      step(fit.gradient);
    }
  }
  const outputAt = hiddenUnits * (width + 1);
  return {
    hidden: Array.from({ length: hiddenUnits }, (_, unit) => [
      ...parameters.subarray(unit * width, (unit + 1) * width),
    ]),
    hiddenBias: [...parameters.subarray(hiddenUnits * width, outputAt)],
    output: [...parameters.subarray(outputAt)],
  };
}

interface Fit {
  readonly parameters: Float64Array;
  readonly gradient: Float64Array;
  readonly width: number;
  readonly options: TwoLayerOptions;
  readonly random: () => number;
  /** For each pair all features of the better, then of the worse, in one array, since they are read millions of times. */
  readonly rows: Float64Array;
  /** For the present pair: the weight of each hidden unit, 0 if left out, and its output for the better and the worse. */
  readonly kept: Float64Array;
  readonly active: readonly [Float64Array, Float64Array];
}

function rowsOf(pairs: readonly RankedPair[], width: number): Float64Array {
  const rows = new Float64Array(pairs.length * 2 * width);
  for (const [at, { better, worse }] of pairs.entries()) {
    rows.set(better.subarray(0, width), at * 2 * width);
    rows.set(worse.subarray(0, width), (at * 2 + 1) * width);
  }
  return rows;
}

/** Adds the gradient of one pair; both of it leave out the same hidden units. */
function addGradient(pair: number, fit: Fit, batchSize: number): void {
  const { options, kept, random, active, width } = fit;
  for (let unit = 0; unit < options.hiddenUnits; unit++)
    kept[unit] = random() < options.dropout ? 0 : 1 / (1 - options.dropout);
  const better = pair * 2 * width;
  const worse = better + width;
  const ahead = activate(better, active[0], fit);
  const behind = activate(worse, active[1], fit);
  const pull = 1 / (1 + Math.exp(ahead - behind)) / batchSize;
  addSide(better, active[0], -pull, fit);
  addSide(worse, active[1], pull, fit);
}

/** Score of the row that begins at a place; what each hidden unit gives is written down. */
function activate(
  row: number,
  active: Float64Array,
  { parameters, rows, width, options, kept }: Fit,
): number {
  const { hiddenUnits } = options;
  const biasAt = hiddenUnits * width;
  const outputAt = biasAt + hiddenUnits;
  let score = 0;
  for (let unit = 0; unit < hiddenUnits; unit++) {
    active[unit] = 0;
    if (kept[unit] === 0) continue;
    const from = unit * width;
    let sum = parameters[biasAt + unit] as number;
    for (let i = 0; i < width; i++) sum += (parameters[from + i] as number) * (rows[row + i] as number);
    if (sum <= 0) continue;
    active[unit] = sum * (kept[unit] as number);
    score += (active[unit] as number) * (parameters[outputAt + unit] as number);
  }
  return score;
}

function addSide(
  row: number,
  active: Float64Array,
  slope: number,
  { parameters, gradient, rows, width, options, kept }: Fit,
): void {
  const { hiddenUnits } = options;
  const biasAt = hiddenUnits * width;
  const outputAt = biasAt + hiddenUnits;
  for (let unit = 0; unit < hiddenUnits; unit++) {
    if (active[unit] === 0) continue;
    gradient[outputAt + unit] = (gradient[outputAt + unit] as number) + slope * (active[unit] as number);
    const inner = slope * (parameters[outputAt + unit] as number) * (kept[unit] as number);
    gradient[biasAt + unit] = (gradient[biasAt + unit] as number) + inner;
    const from = unit * width;
    for (let i = 0; i < width; i++)
      gradient[from + i] = (gradient[from + i] as number) + inner * (rows[row + i] as number);
  }
}

/** Adam whose weight decay is apart from the gradient. */
function adamW(parameters: Float64Array, { learningRate, weightDecay }: TwoLayerOptions) {
  const first = new Float64Array(parameters.length);
  const second = new Float64Array(parameters.length);
  let steps = 0;
  return (gradient: Float64Array): void => {
    steps += 1;
    const correction1 = 1 - decay1 ** steps;
    const correction2 = 1 - decay2 ** steps;
    for (let at = 0; at < parameters.length; at++) {
      const slope = gradient[at] as number;
      first[at] = decay1 * (first[at] as number) + (1 - decay1) * slope;
      second[at] = decay2 * (second[at] as number) + (1 - decay2) * slope * slope;
      const size = Math.sqrt((second[at] as number) / correction2) + tiny;
      const moved = (first[at] as number) / correction1 / size + weightDecay * (parameters[at] as number);
      parameters[at] = (parameters[at] as number) - learningRate * moved;
    }
  };
}
