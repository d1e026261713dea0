import { mean } from '../reporting/statistics.ts';
import { type ContextMethod, fitBudget } from './methods/context-method.ts';
import { baselines } from './methods/methods.ts';
import { paperCicl } from './methods/paper-cicl.ts';
import type { GeneratedWorld } from './world/generate-world.ts';
import { type AgentRun, rememberRun, simulateAgent } from './world/simulate-agent.ts';
import { WorldGraph } from './world/world-graph.ts';

/** The paper's upper bound: it alone is told which units are right. */
export const oracleName = 'OracleGold';

/**
 * Runs the paper's methods on every task in order, as its release does: they see the outcomes of all methods, the oracle included,
 * on earlier tasks, and the runs of its selector become candidates. Our methods come last and see their own outcomes alone.
 */
export function runWorld(
  world: GeneratedWorld,
  budget: number,
  own: readonly ContextMethod[] = [],
  { remembersRuns = true }: { readonly remembersRuns?: boolean } = {},
): readonly AgentRun[] {
  const graph = new WorldGraph(world);
  const runs: AgentRun[] = [];
  const ownRuns = new Map(own.map(({ name }) => [name, [] as AgentRun[]]));
  for (const task of world.tasks) {
    const { goldIds, ...told } = task;
    const history = [...runs];
    const done = [...baselines, paperCicl].map(({ name, select }) =>
      simulateAgent(task, name, select({ graph, task: told, budget, history })),
    );
    const gold = goldIds.flatMap((wanted) => graph.units.find(({ id }) => id === wanted) ?? []);
    runs.push(...done, simulateAgent(task, oracleName, fitBudget(gold, budget)));
    for (const { name, select } of own) {
      const earlier = ownRuns.get(name) ?? [];
      earlier.push(simulateAgent(task, name, select({ graph, task: told, budget, history: [...earlier] })));
    }
    const kept = done.find(({ method }) => method === paperCicl.name);
    if (remembersRuns && kept !== undefined) graph.add(rememberRun(kept));
  }
  return [...runs, ...[...ownRuns.values()].flat()];
}

/** How well one selection matches the right units (4.3). */
export interface JudgedSelection {
  readonly precision: number;
  readonly recall: number;
  readonly f1: number;
  /** Reciprocal rank of the first right unit in the selection. */
  readonly mrr: number;
}

export function judgeSelection({ task, selected }: Pick<AgentRun, 'task' | 'selected'>): JudgedSelection {
  const isRight = selected.map(({ id }) => task.goldIds.includes(id));
  const right = isRight.filter(Boolean).length;
  const precision = right / Math.max(1, selected.length);
  const recall = right / task.goldIds.length;
  const first = isRight.indexOf(true);
  return {
    ...{ precision, recall },
    f1: right === 0 ? 0 : (2 * precision * recall) / (precision + recall),
    mrr: first === -1 ? 0 : 1 / (first + 1),
  };
}

/** Mean over runs; NaN of none. */
export function meanOf(runs: readonly AgentRun[], metric: keyof JudgedSelection): number {
  return mean(runs.map((run) => judgeSelection(run)[metric]));
}
