import type { LearningReport } from '../../src/index.ts';
import type { Table } from '../reporting/table.ts';
import { notRun } from '../suite.ts';
import { type AdaptedCase, ranksBySource } from './learn-tables.ts';
import { allGoldCount } from './locate-figures.ts';

/** What a repository learned, and its issues. */
export interface LearnedRepository {
  readonly repository: string;
  /** Absent where the history is too short. */
  readonly report?: LearningReport;
  readonly cpuSeconds: number;
  readonly cases: readonly AdaptedCase[];
}

const comparedDepth = 5;

/** By repository: what `learn` saw in held-back fixes, and what it would have given on issues. */
export function repositoryTable(learned: readonly LearnedRepository[]): Table {
  return {
    title: 'By repository: held-back fixes, and issues with shipped and own weights',
    columns: [
      'repository',
      'taught',
      'held back',
      'mrr shipped → own',
      'better in',
      'verdict',
      'ECE shipped → own',
      'CPU s',
      'issues',
      `acc@${comparedDepth} shipped → own`,
    ],
    rows: learned.map(({ repository, report, cpuSeconds, cases }) => {
      const { shipped, own } = ranksBySource(cases);
      const found = `${allGoldCount(shipped, comparedDepth)} → ${allGoldCount(own, comparedDepth)}`;
      return [repository, ...heldBackCells(report), Math.round(cpuSeconds), cases.length, found];
    }),
  };
}

function heldBackCells(report: LearningReport | undefined): readonly (string | number)[] {
  if (report === undefined) return [notRun, notRun, notRun, notRun, 'too young', notRun];
  const { shipped, own, shareBetter } = report.comparison;
  const pair = (before: number, after: number) => `${before.toFixed(3)} → ${after.toFixed(3)}`;
  return [
    report.taughtFixes,
    report.heldBackFixes,
    pair(shipped.meanReciprocalRank, own.meanReciprocalRank),
    `${Math.round(shareBetter * 100)} %`,
    report.kind,
    pair(shipped.calibrationError, own.calibrationError),
  ];
}
