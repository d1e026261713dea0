import { type Figure, notRun } from '../suite.ts';
import { type Arm, arms, type TaskRun } from './run-task.ts';

/** What is counted of some runs. A sum is undefined where not every one of them told. */
export interface RunCounts {
  readonly runs: number;
  readonly success: number;
  readonly laterReverts: number;
  readonly injections: number;
  readonly repeatedFailures: number | undefined;
  readonly tokens: number | undefined;
  readonly toolCalls: Readonly<Record<string, number>> | undefined;
}

export function countRuns(runs: readonly TaskRun[]): RunCounts {
  const kinds = [...new Set(runs.flatMap(({ toolCalls = {} }) => Object.keys(toolCalls)))].sort();
  return {
    runs: runs.length,
    success: runs.filter(({ success }) => success).length,
    laterReverts: runs.filter(({ laterReverted }) => laterReverted).length,
    injections: runs.reduce((sum, run) => sum + run.injections, 0),
    repeatedFailures: sumTold(runs.map((run) => run.repeatedFailures)),
    tokens: sumTold(runs.map((run) => run.tokens)),
    toolCalls: runs.some(({ toolCalls }) => toolCalls === undefined)
      ? undefined
      : Object.fromEntries(
          kinds.map((kind) => [kind, runs.reduce((sum, run) => sum + (run.toolCalls?.[kind] ?? 0), 0)]),
        ),
  };
}

/** Counts of each arm, and what was shown where it could only mislead. */
export function rolloutFigures(runs: readonly TaskRun[]): Readonly<Record<string, Figure>> {
  const lookAlikes = runs.filter(({ kind, arm }) => kind === 'look-alike' && arm === 'with');
  return {
    ...Object.assign({}, ...arms.map((arm) => figuresOf(arm, runs))),
    false_injections: lookAlikes.reduce((sum, { injections }) => sum + injections, 0),
    false_injection_runs: lookAlikes.length,
  };
}

function figuresOf(arm: Arm, runs: readonly TaskRun[]): Readonly<Record<string, Figure>> {
  const counts = countRuns(runs.filter((run) => run.arm === arm));
  const { toolCalls } = counts;
  return {
    [`runs_${arm}`]: counts.runs,
    [`success_${arm}`]: counts.success,
    [`repeated_failures_${arm}`]: counts.repeatedFailures ?? notRun,
    [`tool_calls_${arm}`]: toolCalls
      ? Object.values(toolCalls).reduce((sum, count) => sum + count, 0)
      : notRun,
    [`tokens_${arm}`]: counts.tokens ?? notRun,
    [`later_reverts_${arm}`]: counts.laterReverts,
  };
}

function sumTold(values: readonly (number | undefined)[]): number | undefined {
  return values.reduce<number | undefined>(
    (sum, value) => (sum === undefined || value === undefined ? undefined : sum + value),
    values.length === 0 ? undefined : 0,
  );
}
