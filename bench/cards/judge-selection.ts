import type { AgentRun } from './world/simulate-agent.ts';

/** How well one selection matches the right units (4.3). */
export interface JudgedSelection {
  readonly success: number;
  readonly precision: number;
  readonly recall: number;
  readonly f1: number;
  /** Reciprocal rank of the first right unit in the selection. */
  readonly mrr: number;
  readonly tokens: number;
  readonly toolCalls: number;
}

/** One task done with one method, as far as tables need it. */
export interface JudgedRun {
  readonly method: string;
  readonly task: string;
  readonly judged: JudgedSelection;
}

export function judgeRun(run: AgentRun): JudgedRun {
  return { method: run.method, task: run.task.id, judged: judgeSelection(run) };
}

export function judgeSelection({ task, selected, success, tokens, toolCalls }: AgentRun): JudgedSelection {
  const isRight = selected.map(({ id }) => task.goldIds.includes(id));
  const right = isRight.filter(Boolean).length;
  const precision = right / Math.max(1, selected.length);
  const recall = right / task.goldIds.length;
  const first = isRight.indexOf(true);
  return {
    success: success ? 1 : 0,
    precision,
    recall,
    f1: right === 0 ? 0 : (2 * precision * recall) / (precision + recall),
    mrr: first === -1 ? 0 : 1 / (first + 1),
    tokens,
    toolCalls,
  };
}

/** Means over tasks; NaN of none. */
export function meanSelection(all: readonly JudgedSelection[]): JudgedSelection {
  const mean = (metric: keyof JudgedSelection) => all.reduce((sum, one) => sum + one[metric], 0) / all.length;
  return {
    success: mean('success'),
    precision: mean('precision'),
    recall: mean('recall'),
    f1: mean('f1'),
    mrr: mean('mrr'),
    tokens: mean('tokens'),
    toolCalls: mean('toolCalls'),
  };
}
