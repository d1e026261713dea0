import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { readSettingsFile } from '../adapters/agent-settings/open-settings-files.ts';
import { locateGitDirectory } from '../adapters/git/git-directory.ts';
import type { AgentLookup, AgentPlaces } from '../agents/agent.ts';
import { agents } from '../agents/agents.ts';
import { agentHookPart } from '../engine/setup/hook-settings.ts';
import { agentServer } from '../engine/setup/json-settings.ts';
import { countHooksToReview } from '../engine/setup/setup-notes.ts';
import { type AgentOnMachine, type SetupAgent, setupAgents } from '../model/answers/setup-report.ts';
import { thisProcess } from './this-user.ts';

export type AgentSearch = AgentLookup;

/** Every agent we know, whether it has run on this machine, and whether it is connected in this worktree. */
export function agentsOnMachine(
  worktree: string | undefined,
  search: AgentSearch = thisProcess(),
): readonly AgentOnMachine[] {
  return knownAgents.map((agent) => {
    const ofUser = userPlaces(agent, search);
    const ofProject = worktree === undefined ? undefined : projectPlaces(agent, worktree);
    const places = ofProject === undefined ? [ofUser] : [ofUser, ofProject];
    const hooksToReview = agent === 'codex' ? toReview(places, ofUser.servers) : 0;
    return {
      agent,
      name: setupAgents[agent],
      found: existsSync(ofUser.folder),
      connected: places.some(
        ({ hooks, servers }) => has(hooks, hooksIn(agent)) || has(servers, serverIn(agent)),
      ),
      ...(hooksToReview === 0 ? {} : { hooksToReview }),
    };
  });
}

/** Counts the hooks that the user has yet to review in Codex, which keeps its reviews beside its servers. */
function toReview(places: readonly { readonly hooks?: string }[], config: string): number {
  const reviewed = foundIn(config, (text) => text) ?? '';
  const counts = places.map(({ hooks }) => foundIn(hooks, (text) => countHooksToReview(text, reviewed)) ?? 0);
  return counts.reduce((sum, count) => sum + count, 0);
}

/** Agents whose settings, of the user or of this worktree, name this file or a file in this folder. */
export function agentsThatName(
  path: string,
  worktree: string | undefined,
  search: AgentSearch = thisProcess(),
): readonly SetupAgent[] {
  const inJson = JSON.stringify(path).slice(1, -1);
  const names = (text: string) => text.includes(path) || text.includes(inJson) || undefined;
  return knownAgents.filter((agent) => {
    const ofProject = worktree === undefined ? undefined : projectPlaces(agent, worktree);
    return [userPlaces(agent, search), ofProject].some(
      (places) => has(places?.hooks, names) || has(places?.servers, names),
    );
  });
}

const knownAgents = Object.keys(setupAgents).filter((name): name is SetupAgent =>
  Object.hasOwn(setupAgents, name),
);

type Finder = (text: string) => unknown;

/** The table of Codex is looked for by its first line: a parser of TOML would cost every command its loading. */
const codexTable = /^[ \t]*\[[ \t]*mcp_servers[ \t]*\.[ \t]*"?afterwit"?[ \t]*\]/m;

function serverIn(agent: SetupAgent): Finder {
  return agent === 'codex' ? (text) => codexTable.exec(text)?.[0] : agentServer(agent).find;
}

function hooksIn(agent: SetupAgent): Finder {
  return (text) => (sharesHooks(agent) ? undefined : agentHookPart(agent)?.find(text));
}

/** Whether another agent runs the same hooks: they are no sign of this one. */
export function sharesHooks(agent: SetupAgent): boolean {
  return knownAgents.some((other) => {
    const owner = agents[other].hooks?.of;
    return owner !== undefined && (other === agent || owner === agent);
  });
}

function has(path: string | undefined, find: Finder): boolean {
  return foundIn(path, find) !== undefined;
}

/** Settings that cannot be read are for the agent, and for setup, to complain about. */
export function foundIn<T>(path: string | undefined, find: (text: string) => T): T | undefined {
  if (path === undefined) return undefined;
  try {
    const { text } = readSettingsFile(path);
    return text === undefined || text.trim() === '' ? undefined : find(text);
  } catch {
    return undefined;
  }
}

/**
 * Every agent we know, whether it has run on this machine, and whether it is connected here.
 * @param repository a path in the repository whose own settings are read too; without one, those of the user alone
 */
export function findAgents(repository = '.'): readonly AgentOnMachine[] {
  return agentsOnMachine(worktreeOf(repository));
}

function worktreeOf(repository: string): string | undefined {
  try {
    return locateGitDirectory(resolve(repository)).worktree;
  } catch {
    return undefined;
  }
}

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
