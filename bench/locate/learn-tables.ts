import { scoreExample } from '../../src/locate/adapt-weights.ts';
import { estimateConfidence } from '../../src/locate/estimate-confidence.ts';
import type { RankerWeights } from '../../src/locate/features.ts';
import { softmax } from '../../src/numeric/probabilities.ts';
import { type GoldRanks, goldRanks, holdsAllGold } from '../reporting/gold-ranks.ts';
import { describeRate, mcNemar } from '../reporting/statistics.ts';
import type { Table } from '../reporting/table.ts';
import { type Figure, notRun } from '../suite.ts';
import type { LocateExample } from './collect-examples.ts';
import { allGoldCount, firstHitCount, meanReciprocalRank } from './locate-figures.ts';

/** Whose weights: those that are shipped, those learned, those of the two that `learn` chose. */
type WeightSource = 'shipped' | 'own' | 'chosen';

/** An issue with the weights it is asked with. */
export interface AdaptedCase {
  readonly example: LocateExample;
  readonly weights: Readonly<Record<WeightSource, RankerWeights>>;
}

const sources = ['shipped', 'own', 'chosen'] as const;
const depths = [1, 3, 5, 10] as const;
const judgedDepth = 10;
const binCount = 10;

/** What each set of weights finds of a dataset, and the learned ones against the shipped. */
export function datasetTables(name: string, cases: readonly AdaptedCase[]): readonly Table[] {
  if (cases.length === 0) return [];
  const ranks = ranksBySource(cases);
  return [
    {
      title: `${name}: weights shipped, learned from the own past, and chosen by learn`,
      columns: ['weights', ...depths.map((depth) => `acc@${depth}`), 'hit@1', 'mrr@10', 'ECE of 10 files'],
      rows: sources.map((source) => [
        source,
        ...depths.map((depth) => describeRate(allGoldCount(ranks[source], depth), cases.length)),
        describeRate(firstHitCount(ranks[source]), cases.length),
        meanReciprocalRank(ranks[source]).toFixed(3),
        calibrationError(cases, source).toFixed(3),
      ]),
    },
    {
      title: `${name}: against the shipped weights, exact McNemar`,
      columns: ['weights', ...depths.map((depth) => `acc@${depth} won/lost, p`), 'hit@1 won/lost, p'],
      rows: (['own', 'chosen'] as const).map((source) => [
        source,
        ...depths.map((depth) => paired(ranks, source, (own) => holdsAllGold(own, depth))),
        paired(ranks, source, ({ first }) => first === 1),
      ]),
    },
  ];
}

export function adaptedFigures(cases: readonly AdaptedCase[]): Record<string, Figure> {
  const ranks = ranksBySource(cases);
  const share = (count: number) => (cases.length === 0 ? notRun : count / cases.length);
  const rows = sources.flatMap((source): (readonly [string, Figure])[] => [
    ...depths.map(
      (depth) => [`${source}_acc_at_${depth}`, share(allGoldCount(ranks[source], depth))] as const,
    ),
    [`${source}_hit_at_1`, share(firstHitCount(ranks[source]))],
  ]);
  return Object.fromEntries(rows);
}

type RanksBySource = Readonly<Record<WeightSource, readonly GoldRanks[]>>;

export function ranksBySource(cases: readonly AdaptedCase[]): RanksBySource {
  const ranksWith = (source: WeightSource) =>
    cases.map(({ example, weights }) =>
      goldRanks(
        orderOf(example, weights[source]).map((row) => example.files[row] as string),
        example.issue.gold_files,
      ),
    );
  return { shipped: ranksWith('shipped'), own: ranksWith('own'), chosen: ranksWith('chosen') };
}

function orderOf(example: LocateExample, weights: RankerWeights): readonly number[] {
  const scores = scoreExample(example, weights);
  return [...scores.keys()].sort((a, b) => (scores[b] as number) - (scores[a] as number) || a - b);
}

function paired(ranks: RanksBySource, source: WeightSource, isRight: (own: GoldRanks) => boolean): string {
  const better = (a: readonly GoldRanks[], b: readonly GoldRanks[]) =>
    a.filter((own, i) => isRight(own) && !isRight(b[i] as GoldRanks)).length;
  const [wins, losses] = [better(ranks[source], ranks.shipped), better(ranks.shipped, ranks[source])];
  return `${wins}/${losses}, ${mcNemar(wins, losses).toPrecision(2)}`;
}

/** Mean distance between promised and kept confidence in the first ten files. */
function calibrationError(cases: readonly AdaptedCase[], source: WeightSource): number {
  const promises = cases.flatMap(({ example, weights }) => {
    const shares = softmax(scoreExample(example, weights[source]));
    return orderOf(example, weights[source])
      .slice(0, judgedDepth)
      .map((row) => ({
        confidence: estimateConfidence({ share: shares[row] ?? 0, ...example.strengths }),
        kept: example.right.includes(row) ? 1 : 0,
      }));
  });
  const binOf = ({ confidence }: { readonly confidence: number }) =>
    Math.min(binCount - 1, Math.floor(confidence * binCount));
  const distances = [...Map.groupBy(promises, binOf).values()].map((bin) =>
    Math.abs(bin.reduce((sum, { confidence, kept }) => sum + confidence - kept, 0)),
  );
  return distances.reduce((sum, distance) => sum + distance, 0) / Math.max(1, promises.length);
}
