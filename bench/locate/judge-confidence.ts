import { confidenceFeatures, fileWeights, highestConfidence } from '../../src/locate/estimate-confidence.ts';
import { predictLogistic, softmax } from '../../src/numeric/probabilities.ts';
import { fitLogistic } from '../reporting/fit-logistic.ts';
import { describeRate } from '../reporting/statistics.ts';
import type { Table } from '../reporting/table.ts';
import type { LeftOutExample } from './rank-left-out.ts';

/** A file of an answer with what its confidence is made of, and whether the fix changes it. */
interface Judgement {
  readonly repository: string;
  readonly isForeign: boolean;
  readonly isFirst: boolean;
  readonly isRight: boolean;
  readonly features: readonly number[];
}

/** Files of an answer that count: further down nobody looks. */
const judgedDepth = 10;
/** How often an issue is the repository's own, for every one that belongs elsewhere. */
const ownShare = 3;
const binCount = 10;
const thresholds = [0, 0.15, 0.3, 0.5, 0.7, 0.8] as const;

/**
 * Confidence fitted without the repository it is used on: promised against kept, and how often the first file is right when
 * answers below a threshold are withheld (risk and coverage).
 *
 * @param foreign issues of other repositories, for which nothing is right
 */
export function judgeConfidence(
  own: readonly LeftOutExample[],
  foreign: readonly LeftOutExample[],
): { readonly tables: readonly Table[]; readonly error: number } {
  const judgements = [
    ...own.flatMap((one) => judge(one, false)),
    ...foreign.flatMap((one) => judge(one, true)),
  ];
  const weights = fitConfidence(judgements);
  const predicted = [...Map.groupBy(judgements, ({ repository }) => repository)].flatMap(
    ([repository, ours]) => {
      const others = fitConfidence(judgements.filter((one) => one.repository !== repository));
      return ours.map((one) => ({ ...one, confidence: predictLogistic(others, one.features) }));
    },
  );
  const ofOwn = predicted.filter(({ isForeign }) => !isForeign);
  const bins = binsOf(ofOwn);
  return {
    error: calibrationError(ofOwn),
    tables: [
      weightsTable(weights, judgements.length),
      constantsTable(predicted),
      reliabilityTable(bins),
      coverageTable(predicted),
    ],
  };
}

function judge(
  { issue, rows: _, scores, right, strengths }: LeftOutExample,
  isForeign: boolean,
): readonly Judgement[] {
  const shares = softmax(scores);
  const order = [...scores.keys()].sort((a, b) => (scores[b] as number) - (scores[a] as number));
  return order.slice(0, judgedDepth).map((row, rank) => ({
    repository: issue.repo,
    isForeign,
    isFirst: rank === 0,
    isRight: !isForeign && right.includes(row),
    features: confidenceFeatures({ share: shares[row] ?? 0, ...strengths }),
  }));
}

function fitConfidence(judgements: readonly Judgement[]): readonly number[] {
  const repeated = judgements.flatMap((one) =>
    Array.from({ length: one.isForeign ? 1 : ownShare }, () => one),
  );
  return fitLogistic(
    repeated.map(({ features }) => features),
    repeated.map(({ isRight }) => isRight),
  );
}

type Prediction = Judgement & { readonly confidence: number };

/** What the constants in use promise for the same files, to see whether others would be better. */
function constantsTable(predictions: readonly Prediction[]): Table {
  const inUse = Object.values(fileWeights);
  const shipped = predictions.map((one) => ({ ...one, confidence: predictLogistic(inUse, one.features) }));
  const fits = { 'fitted without the own repository': predictions, 'as shipped': shipped };
  return {
    title: 'Constants: less is better',
    columns: [
      'constants',
      'ECE, own',
      'log loss, own',
      'log loss, own first file',
      'log loss, own and foreign',
    ],
    rows: Object.entries(fits).map(([name, all]) => {
      const own = all.filter(({ isForeign }) => !isForeign);
      const first = own.filter(({ isFirst }) => isFirst);
      return [name, calibrationError(own), ...[own, first, all].map(logLoss)].map((cell) =>
        typeof cell === 'number' ? cell.toFixed(4) : cell,
      );
    }),
  };
}

function calibrationError(predictions: readonly Prediction[]): number {
  const sum = binsOf(predictions).reduce(
    (all, bin) => all + bin.count * Math.abs(bin.rate - bin.promised),
    0,
  );
  return sum / Math.max(1, predictions.length);
}

function logLoss(predictions: readonly Prediction[]): number {
  const losses = predictions.map(({ confidence, isRight }) => {
    const capped = Math.min(highestConfidence, confidence);
    return -Math.log(isRight ? capped : 1 - capped);
  });
  return losses.reduce((sum, loss) => sum + loss, 0) / Math.max(1, losses.length);
}

function binsOf(predictions: readonly Prediction[]) {
  return Array.from({ length: binCount }, (_, bin) => {
    const inBin = predictions.filter(
      ({ confidence }) => Math.min(binCount - 1, Math.floor(confidence * binCount)) === bin,
    );
    const count = Math.max(1, inBin.length);
    const right = inBin.filter(({ isRight }) => isRight).length;
    const promised = inBin.reduce((sum, { confidence }) => sum + confidence, 0) / count;
    return { low: bin / binCount, count: inBin.length, right, rate: right / count, promised };
  }).filter(({ count }) => count > 0);
}

function reliabilityTable(bins: ReturnType<typeof binsOf>): Table {
  return {
    title: `Confidence in the first ${judgedDepth} files: a file is right when the fix changes it`,
    columns: ['confidence', 'files', 'mean promised', 'kept'],
    rows: bins.map(({ low, count, right, promised }) => [
      `${low.toFixed(1)}–${(low + 1 / binCount).toFixed(1)}`,
      count,
      promised.toFixed(2),
      describeRate(right, count),
    ]),
  };
}

function coverageTable(predictions: readonly Prediction[]): Table {
  const first = predictions.filter(({ isFirst }) => isFirst);
  const own = first.filter(({ isForeign }) => !isForeign);
  const foreign = first.filter(({ isForeign }) => isForeign);
  return {
    title: 'Risk and coverage: answers whose first file is below the threshold are withheld',
    columns: ['threshold', 'own issues answered', 'first file right', 'foreign issues answered'],
    rows: thresholds.map((threshold) => {
      const answered = own.filter(({ confidence }) => confidence >= threshold);
      return [
        threshold.toFixed(2),
        describeRate(answered.length, own.length),
        describeRate(answered.filter(({ isRight }) => isRight).length, answered.length),
        describeRate(foreign.filter(({ confidence }) => confidence >= threshold).length, foreign.length),
      ];
    }),
  };
}

function weightsTable(weights: readonly number[], count: number): Table {
  const shipped = Object.entries(fileWeights) as readonly (readonly [string, number])[];
  return {
    title: `Weights of the confidence, fitted on ${count} files`,
    columns: ['feature', 'fitted', 'shipped'],
    rows: shipped.map(([name, weight], i) => [name, (weights[i] ?? 0).toFixed(2), weight.toFixed(2)]),
  };
}
