import { baselines, oracleGold } from './methods/baselines.ts';
import type { ContextMethod } from './methods/context-method.ts';
import { paperCicl } from './methods/paper-cicl.ts';
import type { GeneratedWorld } from './world/generate-world.ts';
import { type AgentRun, rememberRun, simulateAgent } from './world/simulate-agent.ts';
import { WorldGraph } from './world/world-graph.ts';

/** The paper's upper bound. */
export const oracleName = 'OracleGold';
/** Its runs are remembered, so that later tasks find them among the candidates. */
const rememberedMethod = 'CICL';

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
    const { goldIds: _judges, ...told } = task;
    const history = [...runs];
    const done = [...baselines, ...paperCicl].map(({ name, select }) =>
      simulateAgent(task, name, select({ graph, task: told, budget, history })),
    );
    runs.push(...done, simulateAgent(task, oracleName, oracleGold(graph, task, budget)));
    for (const { name, select } of own) {
      const earlier = ownRuns.get(name) ?? [];
      earlier.push(simulateAgent(task, name, select({ graph, task: told, budget, history: [...earlier] })));
    }
    const kept = done.find(({ method }) => method === rememberedMethod);
    if (remembersRuns && kept !== undefined) graph.add(rememberRun(kept));
  }
  return [...runs, ...[...ownRuns.values()].flat()];
}
