import { describeRate } from '../reporting/statistics.ts';
import type { Table } from '../reporting/table.ts';
import {
  type AnchoredLog,
  canBeCovered,
  fitAnchors,
  fittedLines,
  isCoveredBy,
  readAnchors,
  shippedWeights,
  toolOf,
  withoutRows,
} from './fit-anchors.ts';
import type { LabelledLog } from './labelled-logs.ts';

/** A group of logs that is judged by weights fitted without it, and the same logs read by fewer rows. */
interface LeftOut {
  readonly judged: readonly AnchoredLog[];
  readonly weights: readonly number[];
}

/** How many logs an excerpt of 20 lines covers when their tool was neither fitted on nor, then, written for. */
export function leftOutTable(labels: readonly LabelledLog[]): Table {
  const logs = labels.map(readAnchors);
  const possible = logs.filter(canBeCovered).length;
  const byTool = leftOut(logs, ({ label }) => toolOf(label));
  const reread = (tool?: string) => ({
    again: ({ label }: AnchoredLog) => withoutRows(tool ?? toolOf(label), () => readAnchors(label)),
  });
  const row = (
    name: string,
    groups: readonly LeftOut[],
    { again } = { again: (log: AnchoredLog) => log },
  ) => {
    const count = groups.reduce(
      (sum, { judged, weights }) => sum + judged.filter((log) => isCoveredBy(again(log), weights)).length,
      0,
    );
    return [name, describeRate(count, logs.length), describeRate(count, possible)];
  };
  return {
    title: `${fittedLines} lines hold at least 80 % of the marked ones`,
    columns: ['weights', 'of all', `of the ${possible} whose mark they can hold`],
    rows: [
      row('as shipped', [{ judged: logs, weights: shippedWeights }]),
      row(
        'fitted without the repository',
        leftOut(logs, ({ label }) => label.repo),
      ),
      row('fitted without the tool', byTool),
      row('the same, and without shapes of its lines', byTool, reread()),
      row('the same, without shapes of any tool', byTool, reread('all')),
    ],
  };
}

function leftOut(logs: readonly AnchoredLog[], groupOf: (log: AnchoredLog) => string): readonly LeftOut[] {
  return [...Map.groupBy(logs, groupOf).values()].map((judged) => ({
    judged,
    weights: fitAnchors(logs.filter((log) => !judged.includes(log))),
  }));
}
