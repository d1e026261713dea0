import type { GoldRanks } from '../reporting/gold-ranks.ts';
import { describeRate, mcNemar } from '../reporting/statistics.ts';
import type { Table } from '../reporting/table.ts';
import { notRun } from '../suite.ts';
import {
  allGoldCount,
  countOutcomes,
  firstHitCount,
  meanReciprocalRank,
  type PairedOutcome,
  pairedDepth,
  pairedOutcomes,
} from './locate-figures.ts';
import { type LocateOutcome, locateDepth } from './run-locate-cases.ts';

const accuracyDepths = [1, 3, 5, 10] as const;
const groupDepths = [1, 5, 10] as const;
const testedDepths = [1, 5, 10] as const;
/** From here on, fixes are counted together. */
const manyFiles = 3;

export function locateTables(results: readonly LocateOutcome[]): readonly Table[] {
  return [
    overallTable(results),
    ...pairedTables(results),
    groupTable('By repository', 'repository', results, ({ issue }) => issue.repo),
    groupTable('By number of gold files', 'gold files', results, ({ issue }) =>
      issue.gold_files.length < manyFiles ? `${issue.gold_files.length}` : `${manyFiles}+`,
    ),
  ];
}

function overallTable(results: readonly LocateOutcome[]): Table {
  const pairs = pairedOutcomes(results);
  const isPartial = pairs.length > 0 && pairs.length < results.length;
  return {
    title: 'acc@k: all gold files among the first k; hit@1: one of them first (95 % interval)',
    columns: [
      'method',
      ...accuracyDepths.map((depth) => `acc@${depth}`),
      'hit@1',
      'mrr@10',
      `acc@${locateDepth} (ceiling)`,
    ],
    rows: [
      methodRow(
        'afterwit',
        results.map(({ ranks }) => ranks),
      ),
      ...(isPartial
        ? [
            methodRow(
              'afterwit, where ChronoRepo ran',
              pairs.map(({ ranks }) => ranks),
            ),
          ]
        : []),
      ...(pairs.length === 0
        ? [['ChronoRepo', notRun]]
        : [
            methodRow(
              'ChronoRepo',
              pairs.map(({ baseline }) => baseline),
            ),
          ]),
    ],
  };
}

function methodRow(method: string, ranks: readonly GoldRanks[]): readonly string[] {
  const rate = (depth: number) => describeRate(allGoldCount(ranks, depth), ranks.length);
  return [
    method,
    ...accuracyDepths.map(rate),
    describeRate(firstHitCount(ranks), ranks.length),
    meanReciprocalRank(ranks).toFixed(3),
    rate(locateDepth),
  ];
}

/** The second table shows how much hangs on one repository: a baseline can fail in a way that is special to it. */
function pairedTables(results: readonly LocateOutcome[]): readonly Table[] {
  const pairs = pairedOutcomes(results);
  if (pairs.length === 0) return [];
  const groups = [...Map.groupBy(pairs, ({ issue }) => issue.repo)];
  const [most] = groups.toSorted(([, a], [, b]) => advantage(b) - advantage(a));
  const others = pairs.filter(({ issue }) => issue.repo !== most?.[0]);
  return [
    pairedTable(`Against ChronoRepo on the same ${pairs.length} cases, exact McNemar`, pairs),
    ...(others.length === 0
      ? []
      : [pairedTable(`The same without ${most?.[0]}, where we gain most (${others.length} cases)`, others)]),
  ];
}

function advantage(pairs: readonly PairedOutcome[]): number {
  const { wins, losses } = countOutcomes(pairs, pairedDepth);
  return wins - losses;
}

function pairedTable(title: string, pairs: readonly PairedOutcome[]): Table {
  const ours = pairs.map(({ ranks }) => ranks);
  const baselines = pairs.map(({ baseline }) => baseline);
  return {
    title,
    columns: ['acc@k', 'afterwit', 'ChronoRepo', 'wins', 'losses', 'p'],
    rows: testedDepths.map((depth) => {
      const { wins, losses } = countOutcomes(pairs, depth);
      const p = mcNemar(wins, losses).toPrecision(2);
      return [depth, allGoldCount(ours, depth), allGoldCount(baselines, depth), wins, losses, p];
    }),
  };
}

function groupTable(
  title: string,
  column: string,
  results: readonly LocateOutcome[],
  groupOf: (result: LocateOutcome) => string,
): Table {
  const groups = [...Map.groupBy(results, groupOf)].sort(([a], [b]) => a.localeCompare(b));
  return {
    title,
    columns: [
      column,
      'n',
      ...groupDepths.map((depth) => `acc@${depth}`),
      'hit@1',
      'mrr@10',
      `ChronoRepo acc@${pairedDepth}`,
      `wins/losses @${pairedDepth}`,
    ],
    rows: groups.map(([group, own]) => {
      const ranks = own.map((result) => result.ranks);
      return [
        group,
        own.length,
        ...groupDepths.map((depth) => percent(allGoldCount(ranks, depth), own.length)),
        percent(firstHitCount(ranks), own.length),
        meanReciprocalRank(ranks).toFixed(2),
        ...pairedCells(own),
      ];
    }),
  };
}

function pairedCells(own: readonly LocateOutcome[]): readonly [string, string] {
  const pairs = pairedOutcomes(own);
  if (pairs.length === 0) return [notRun, notRun];
  const baselines = pairs.map(({ baseline }) => baseline);
  const { wins, losses } = countOutcomes(pairs, pairedDepth);
  return [percent(allGoldCount(baselines, pairedDepth), pairs.length), `${wins}/${losses}`];
}

/** `77 % (34)` */
function percent(count: number, total: number): string {
  return `${Math.round((100 * count) / total)} % (${count})`;
}
