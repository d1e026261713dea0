import type { ContextTask, ContextUnit } from '../world/context-unit.ts';
import type { AgentRun } from '../world/simulate-agent.ts';
import type { UnitGraph } from '../world/world-graph.ts';

/** The input of a method. */
export interface Selection {
  readonly graph: UnitGraph;
  /** Of the task, all but what judges it. */
  readonly task: Omit<ContextTask, 'goldIds'>;
  readonly budget: number;
  /** Runs of all methods on earlier tasks. */
  readonly history: readonly AgentRun[];
}

/** A way of selecting context. */
export interface ContextMethod {
  readonly name: string;
  /** The most important first. */
  readonly select: (selection: Selection) => readonly ContextUnit[];
}

/** The query of every method: as in the paper's release, the instruction with the planned actions. */
export function queryOf({ instruction, plannedActions }: Omit<ContextTask, 'goldIds'>): string {
  return [instruction, ...plannedActions].join(' ');
}

/** Takes units in their order as long as they fit; what does not fit is passed over. */
export function fitBudget<Unit extends Pick<ContextUnit, 'tokens'>>(
  units: readonly Unit[],
  budget: number,
): readonly Unit[] {
  let used = 0;
  return units.filter(({ tokens }) => {
    if (used + tokens > budget) return false;
    used += tokens;
    return true;
  });
}
