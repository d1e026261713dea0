import { expect, it } from 'vitest';
import { rolloutFigures } from './rollout-figures.ts';
import type { TaskRun } from './run-task.ts';

const run: TaskRun = {
  task: 'kettle',
  kind: 'again',
  arm: 'with',
  success: true,
  laterReverted: false,
  toolCalls: { Bash: 2 },
  repeatedFailures: 1,
  tokens: 10,
  injections: 1,
  lateHooks: 0,
  isTooLate: false,
  status: 0,
  wallMs: 1,
};

it('counts as false what is shown of the memory at a failure that only looks alike', () => {
  const lookAlike: TaskRun = { ...run, kind: 'look-alike', injections: 2 };
  const figures = rolloutFigures([
    run,
    { ...run, kind: 'elsewhere' },
    lookAlike,
    { ...lookAlike, arm: 'without' },
  ]);
  expect(figures).toMatchObject({ false_injections: 2, false_injection_runs: 1 });
});

it('adds up each arm by itself, and nothing that one of its runs did not tell', () => {
  const { toolCalls: _, ...quiet } = run;
  const silent: TaskRun = { ...quiet, arm: 'without', toolCalls: undefined, laterReverted: true };
  expect(rolloutFigures([run, run, silent, { ...run, arm: 'without', success: false }])).toMatchObject({
    success_with: 2,
    repeated_failures_with: 2,
    tool_calls_with: 4,
    tokens_with: 20,
    later_reverts_with: 0,
    success_without: 1,
    tool_calls_without: 'not run',
    tokens_without: 20,
    later_reverts_without: 1,
  });
});
