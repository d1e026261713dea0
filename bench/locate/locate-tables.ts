import type { Table } from '../reporting/table.ts';
import { notRun } from '../suite.ts';
import {
  allGoldCount,
  countOutcomes,
  firstHitCount,
  meanReciprocalRank,
  pairedDepth,
  pairedOutcomes,
} from './locate-figures.ts';
import { methodTable } from './method-table.ts';
import { type LocateOutcome, locateDepth } from './run-locate-cases.ts';

const groupDepths = [1, 5, 10] as const;
/** From here on, fixes are counted together. */
const manyFiles = 3;

const title = 'acc@k: all gold files among the first k; hit@1: one of them first (95 % interval)';

export function locateTables(results: readonly LocateOutcome[]): readonly Table[] {
  const pairs = pairedOutcomes(results);
  const both = [
    { name: 'afterwit', ranks: pairs.map(({ ranks }) => ranks) },
    { name: 'ChronoRepo', ranks: pairs.map(({ baseline }) => baseline) },
  ];
  const all = { name: 'afterwit', ranks: results.map(({ ranks }) => ranks) };
  return [
    ...(pairs.length === results.length ? [] : [methodTable(title, [all], locateDepth)]),
    ...(pairs.length === 0
      ? []
      : [methodTable(`${title}; the ${pairs.length} that ChronoRepo answered`, both, locateDepth)]),
    groupTable('By repository', 'repository', results, ({ issue }) => issue.repo),
    groupTable('By number of gold files', 'gold files', results, ({ issue }) =>
      issue.gold_files.length < manyFiles ? `${issue.gold_files.length}` : `${manyFiles}+`,
    ),
  ];
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
