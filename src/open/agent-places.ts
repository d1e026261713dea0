import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { AgentLookup, AgentPlaces } from '../agents/agent.ts';
import { agents } from '../agents/agents.ts';
import type { SetupAgent } from '../model/answers/setup-report.ts';

/** Settings files of the user, for every project; as the agent itself finds them on this machine. */
export function userPlaces(agent: SetupAgent, lookup: AgentLookup): Omit<AgentPlaces, 'commented'> {
  const { commented, ...places } = agents[agent].places(lookup);
  return commented !== undefined && existsSync(commented) ? { ...places, servers: commented } : places;
}

/** Files of one project; undefined for an agent that reads none. */
export function projectPlaces(
  agent: SetupAgent,
  worktree: string,
): Pick<AgentPlaces, 'hooks' | 'servers' | 'root'> | undefined {
  const { servers, hooks } = agents[agent].projectPlaces ?? {};
  if (servers === undefined) return undefined;
  return {
    root: worktree,
    servers: join(worktree, ...servers),
    ...(hooks === undefined ? {} : { hooks: join(worktree, ...hooks) }),
  };
}
