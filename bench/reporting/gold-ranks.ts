import { type Figure, notRun } from '../suite.ts';
import { mcNemar, mean, rate } from './statistics.ts';
import { type Table, tableOf } from './table.ts';

/** Where a ranking has the right files; ranks from 1, Infinity for what it lacks. */
export interface GoldRanks {
  /** Of the right file that comes first. */
  readonly first: number;
  /** Of the right file that comes last: all are among the first k when this is at most k. */
  readonly last: number;
}

/** Ranks of what was to be found, case by case; all methods of a table have the same cases in the same order. */
export interface Method {
  readonly name: string;
  readonly ranks: readonly GoldRanks[];
}

const depths = [1, 3, 5, 10] as const;
/** MRR looks no further than this. */
const reciprocalDepth = 10;
/** The depth at which wins and losses are counted. */
export const pairedDepth = 5;

export function goldRanks(ranking: readonly string[], gold: readonly string[]): GoldRanks {
  if (gold.length === 0) return { first: Number.POSITIVE_INFINITY, last: Number.POSITIVE_INFINITY };
  const ranks = gold.map((path) => ranking.indexOf(path) + 1 || Number.POSITIVE_INFINITY);
  return { first: Math.min(...ranks), last: Math.max(...ranks) };
}

/** Strict accuracy: every right file is among the first `depth`. */
export function holdsAllGold({ last }: GoldRanks, depth: number): boolean {
  return last <= depth;
}

export function isFirst({ first }: GoldRanks): boolean {
  return first === 1;
}

/** Mean of 1 / rank of the first right file, 0 when it comes after the tenth; NaN of nothing. */
export function meanReciprocalRank(ranks: readonly GoldRanks[]): number {
  return mean(ranks.map(({ first }) => (first <= reciprocalDepth ? 1 / first : 0)));
}

/** Cases that only one of two has right. */
export function countWins(ranks: readonly GoldRanks[], others: readonly GoldRanks[], depth = pairedDepth) {
  const right = (all: readonly GoldRanks[]) => all.map((one) => holdsAllGold(one, depth));
  const [own, other] = [right(ranks), right(others)];
  return {
    wins: own.filter((is, at) => is && !other[at]).length,
    losses: own.filter((is, at) => !is && other[at]).length,
  };
}

/** Figures that say how good rankings are; what no case was there to measure is "not run". */
export function rankFigures(ranks: readonly GoldRanks[]): Record<string, Figure> {
  const of = (value: number) => (ranks.length === 0 ? notRun : value);
  const all = depths.map((depth) => [
    `acc_at_${depth}`,
    of(mean(ranks.map((own) => Number(holdsAllGold(own, depth))))),
  ]);
  return {
    ...Object.fromEntries(all),
    hit_at_1: of(mean(ranks.map((own) => Number(isFirst(own))))),
    mrr_at_10: of(meanReciprocalRank(ranks)),
  };
}

/** Methods side by side; each is compared, at 5, with the first one. @param ceiling the deepest rank that is counted, if any */
export function methodTable(title: string, methods: readonly Method[], ceiling?: number): Table {
  const [reference] = methods;
  const within = (depth: number) => (row: Method) => rate(row.ranks, (own) => holdsAllGold(own, depth));
  const beside = (row: Method) => countWins(row.ranks, reference?.ranks ?? []);
  return tableOf(title, methods, {
    method: ({ name }) => name,
    ...Object.fromEntries(depths.map((depth) => [`acc@${depth}`, within(depth)])),
    'hit@1': ({ ranks }) => rate(ranks, isFirst),
    'mrr@10': ({ ranks }) => meanReciprocalRank(ranks).toFixed(3),
    ...(ceiling === undefined ? {} : { [`acc@${ceiling} (ceiling)`]: within(ceiling) }),
    'wins/losses @5': (row) => {
      const { wins, losses } = beside(row);
      return row === reference ? '' : `${wins}/${losses}`;
    },
    p: (row) => {
      const { wins, losses } = beside(row);
      return row === reference ? '' : mcNemar(wins, losses).toPrecision(2);
    },
  });
}

/** Figures by name, those of one dataset among others. */
export function prefixed(name: string, figures: Readonly<Record<string, Figure>>): Record<string, Figure> {
  return Object.fromEntries(Object.entries(figures).map(([figure, value]) => [`${name}.${figure}`, value]));
}
