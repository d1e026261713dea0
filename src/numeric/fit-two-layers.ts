import { type RankedPair, shuffleInPlace } from './fit-pairwise.ts';
import { seededRandom } from './seeded-random.ts';

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
  const gradient = new Float64Array(parameters.length);
  const order = Uint32Array.from(pairs.keys());
  for (let epoch = 0; epoch < epochs; epoch++) {
    shuffleInPlace(order, random);
    for (let start = 0; start < order.length; start += batchSize) {
      const batch = order.subarray(start, start + batchSize);
      gradient.fill(0);
      for (const at of batch)
        addGradient(pairs[at] as RankedPair, { parameters, gradient, width, options, random }, batch.length);
      step(gradient);
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
}

/** Adds the gradient of one pair; both of it leave out the same hidden units. */
function addGradient({ better, worse }: RankedPair, fit: Fit, batchSize: number): void {
  const { hiddenUnits, dropout } = fit.options;
  const kept = Float64Array.from({ length: hiddenUnits }, () =>
    fit.random() < dropout ? 0 : 1 / (1 - dropout),
  );
  const ahead = activate(better, kept, fit);
  const behind = activate(worse, kept, fit);
  const pull = 1 / (1 + Math.exp(ahead.score - behind.score)) / batchSize;
  addSide(better, ahead.active, -pull, kept, fit);
  addSide(worse, behind.active, pull, kept, fit);
}

function activate(row: Float64Array, kept: Float64Array, { parameters, width, options }: Fit) {
  const { hiddenUnits } = options;
  const active = new Float64Array(hiddenUnits);
  let score = 0;
  for (let unit = 0; unit < hiddenUnits; unit++) {
    if (kept[unit] === 0) continue;
    let sum = parameters[hiddenUnits * width + unit] as number;
    for (let i = 0; i < width; i++) sum += (parameters[unit * width + i] as number) * (row[i] as number);
    active[unit] = Math.max(0, sum) * (kept[unit] as number);
    score += (active[unit] as number) * (parameters[hiddenUnits * (width + 1) + unit] as number);
  }
  return { active, score };
}

function addSide(
  row: Float64Array,
  active: Float64Array,
  slope: number,
  kept: Float64Array,
  { parameters, gradient, width, options }: Fit,
): void {
  const { hiddenUnits } = options;
  for (let unit = 0; unit < hiddenUnits; unit++) {
    if (active[unit] === 0) continue;
    const outputAt = hiddenUnits * (width + 1) + unit;
    gradient[outputAt] = (gradient[outputAt] as number) + slope * (active[unit] as number);
    const inner = slope * (parameters[outputAt] as number) * (kept[unit] as number);
    const biasAt = hiddenUnits * width + unit;
    gradient[biasAt] = (gradient[biasAt] as number) + inner;
    for (let i = 0; i < width; i++) {
      const at = unit * width + i;
      gradient[at] = (gradient[at] as number) + inner * (row[i] as number);
    }
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
