import { describeRate } from '../reporting/statistics.ts';
import type { Table } from '../reporting/table.ts';
import { countRuns } from './rollout-figures.ts';
import { arms, type TaskRun } from './run-task.ts';
import { taskKinds } from './task.ts';

const notTold = 'not told';

export function runsTable(runs: readonly TaskRun[], agent: string): Table {
  return {
    title: `rollout of ${agent}`,
    columns: [
      'task',
      'kind',
      'memory',
      'passes',
      'repeated',
      'shown',
      'reverted later',
      'tool calls',
      'tokens',
      'end',
    ],
    rows: runs.map((run) => [
      run.task,
      run.kind,
      run.arm,
      run.success ? 'yes' : 'no',
      run.repeatedFailures ?? notTold,
      run.injections,
      run.laterReverted ? 'yes' : 'no',
      showCalls(run.toolCalls),
      run.tokens ?? notTold,
      describeEnd(run),
    ]),
  };
}

export function kindsTable(runs: readonly TaskRun[]): Table {
  const groups = taskKinds.flatMap((kind) => arms.map((arm) => ({ kind, arm })));
  return {
    title: 'by kind of failure',
    columns: ['kind', 'memory', 'success', 'repeated', 'shown', 'reverted later', 'tool calls', 'tokens'],
    rows: groups.flatMap(({ kind, arm }) => {
      const counts = countRuns(runs.filter((run) => run.kind === kind && run.arm === arm));
      if (counts.runs === 0) return [];
      return [
        [
          kind,
          arm,
          describeRate(counts.success, counts.runs),
          counts.repeatedFailures ?? notTold,
          counts.injections,
          counts.laterReverts,
          showCalls(counts.toolCalls),
          counts.tokens ?? notTold,
        ],
      ];
    }),
  };
}

function showCalls(calls: TaskRun['toolCalls']): string {
  if (calls === undefined) return notTold;
  return Object.entries(calls)
    .map(([tool, count]) => `${tool} ${count}`)
    .join(', ');
}

/** How the agent ended, and whether the memory was asked too late to say anything. */
function describeEnd({ isTooLate, status, lateHooks }: TaskRun): string {
  const end = isTooLate ? 'stopped, too late' : `status ${status}`;
  return lateHooks === 0 ? end : `${end}, late hooks ${lateHooks}`;
}
