import { runInNewContext } from 'node:vm';
import type { ContextUnit } from '../world/context-unit.ts';
import type { PatchTask } from './patch-tasks.ts';

/** What came of a patch. */
export interface TriedPatch {
  /** The test failed before and passes now. */
  readonly isRepaired: boolean;
  /** What was put in was the stale note's. */
  readonly isHarmed: boolean;
}

const longestRunMs = 10_000;

/**
 * The agent of the loop: it puts the first line of code that its context gives for the function in the place of the fault, and runs the test. Without one it
 * leaves the module as it is.
 */
export function tryPatch(task: PatchTask, selected: readonly ContextUnit[]): TriedPatch {
  const told = selected.flatMap(({ content }) => {
    const [, name, code] = /`(\w+)`: `([^`]+)`/.exec(content) ?? [];
    return name === task.functionName && code !== undefined ? [code] : [];
  });
  const body = told[0] ?? task.fault;
  return {
    isRepaired: !passes(task, task.fault) && passes(task, body),
    isHarmed: body === task.harm,
  };
}

function passes({ module, test }: PatchTask, body: string): boolean {
  try {
    return (
      runInNewContext(`${module.replace('FAULT', () => body)}; ${test}`, {}, { timeout: longestRunMs }) ===
      true
    );
  } catch {
    return false;
  }
}
