import { type GoldRanks, holdsAllGold } from '../reporting/gold-ranks.ts';
import { describeRate, mcNemar } from '../reporting/statistics.ts';
import type { Table } from '../reporting/table.ts';
import { allGoldCount, firstHitCount, meanReciprocalRank, pairedDepth } from './locate-figures.ts';

/** Ranks of what was to be found, case by case; all methods of a table have the same cases in the same order. */
export interface Method {
  readonly name: string;
  readonly ranks: readonly GoldRanks[];
}

const depths = [1, 3, 5, 10] as const;

/** Methods side by side; each is compared, at 5, with the first one. @param ceiling the deepest rank that is counted, if any */
export function methodTable(title: string, methods: readonly Method[], ceiling?: number): Table {
  const [reference] = methods;
  return {
    title,
    columns: [
      ...['method', ...depths.map((depth) => `acc@${depth}`), 'hit@1', 'mrr@10'],
      ...(ceiling === undefined ? [] : [`acc@${ceiling} (ceiling)`]),
      ...['wins/losses @5', 'p'],
    ],
    rows: methods.map(({ name, ranks }) => [
      name,
      ...depths.map((depth) => describeRate(allGoldCount(ranks, depth), ranks.length)),
      describeRate(firstHitCount(ranks), ranks.length),
      meanReciprocalRank(ranks).toFixed(3),
      ...(ceiling === undefined ? [] : [describeRate(allGoldCount(ranks, ceiling), ranks.length)]),
      ...(ranks === reference?.ranks ? ['', ''] : compare(ranks, reference?.ranks ?? [])),
    ]),
  };
}

/** Cases only one of two has right at 5, ours first, with exact McNemar's p. */
function compare(ranks: readonly GoldRanks[], others: readonly GoldRanks[]): readonly [string, string] {
  let wins = 0;
  let losses = 0;
  ranks.forEach((own, place) => {
    const isRight = holdsAllGold(own, pairedDepth);
    const isOtherRight = holdsAllGold(others[place] as GoldRanks, pairedDepth);
    if (isRight && !isOtherRight) wins++;
    if (!isRight && isOtherRight) losses++;
  });
  return [`${wins}/${losses}`, mcNemar(wins, losses).toPrecision(2)];
}
