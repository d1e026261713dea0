import { dirname, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { codexServer } from '../adapters/agent-settings/codex-server.ts';
import {
  holdsMarkAlone,
  openSettingsFiles,
  releaseAgentFolder,
} from '../adapters/agent-settings/open-settings-files.ts';
import {
  keepPackage,
  keptPackage,
  packageFolderOf,
  startableFiles,
} from '../adapters/agent-settings/own-package.ts';
import { locateGitDirectory } from '../adapters/git/git-directory.ts';
import type { AgentLookup, AgentPlaces } from '../agents/agent.ts';
import { resolveHome } from '../config/resolve-home.ts';
import {
  changeSettings,
  planRemoval,
  planSetup,
  type SettingsJob,
  type SettledJob,
} from '../engine/setup/change-settings.ts';
import { agentHookPart } from '../engine/setup/hook-settings.ts';
import {
  agentServer,
  bothParts,
  type HookKind,
  hookEntry,
  serverEntry,
} from '../engine/setup/json-settings.ts';
import { setupNotes } from '../engine/setup/setup-notes.ts';
import {
  type SetupAgent,
  type SetupChange,
  type SetupReport,
  setupAgents,
} from '../model/answers/setup-report.ts';
import { AfterwitError, invalidArgument } from '../model/errors.ts';
import type { ServerProfile } from '../model/server.ts';
import type { JsonObject, SettingsFiles, SettingsPart } from '../ports/settings-files.ts';
import { agentsOnMachine, projectPlaces, sharesHooks, userPlaces } from './connected-agents.ts';
import { showSettingsDiff } from './show-settings-diff.ts';
import { thisProcess } from './this-user.ts';

export interface SetupAgentRequest {
  readonly agent: SetupAgent;
  /** Takes out the entries of an earlier setup. */
  readonly remove?: boolean | undefined;
  /** Reports the planned changes and writes nothing. */
  readonly preview?: boolean | undefined;
  /** Settings of the user, for every project (default), or of one project. */
  readonly where?: 'user' | 'project' | undefined;
  /** `cold`: start a process for each hook, also where a tool of the running server could be called. Default `warm`. */
  readonly hooks?: HookKind | undefined;
  /** Tools that the server offers. Default `default`. */
  readonly profile?: ServerProfile | undefined;
  /** Home that the agent's hook and server are to use. Default: `AFTERWIT_HOME` as it is now, else the platform's. */
  readonly home?: string | undefined;
  /** Keeps a copy of this program in the home and connects that: for a program fetched or cloned to be tried out. */
  readonly fromHere?: boolean | undefined;
  /** Path in the project. Default: the working folder. */
  readonly repository?: string | undefined;
}

export interface SetupDependencies extends AgentLookup {
  /** The Node.js that the agent starts. */
  readonly node: string;
  readonly packageFolder: string;
}

/**
 * Connects an agent: adds the MCP server, and hooks where it hands its model their words. Changes only afterwit's entries
 * in the agent's settings and keeps a copy of each original file beside it.
 * @throws INVALID_ARGUMENT for an agent that is not known or reads no settings of a project, and when this copy of afterwit
 * will not stay where it is; INVALID_SETTING when a settings file has an unexpected form; AGENT_SETTINGS_NOT_WRITABLE,
 * DISK_FULL; NOT_A_REPOSITORY. On an error, nothing is changed
 */
export async function setupAgent(
  request: SetupAgentRequest,
  dependencies: SetupDependencies = dependenciesOfThisProcess(),
): Promise<SetupReport> {
  const { agent, remove = false, preview = false } = request;
  if (!Object.hasOwn(setupAgents, agent)) {
    throw invalidArgument(
      `The agent ${JSON.stringify(agent)} cannot be set up. Known: ${Object.keys(setupAgents).join(', ')}.`,
    );
  }
  const { jobs, root, worktree, hasHooks, temporaryFolder } = jobsFor(request, dependencies);
  const settled = settle(request, dependencies, { jobs, files: openSettingsFiles(root) });
  const notes = setupNotes({
    agent,
    remove,
    isProject: request.where === 'project',
    isChanged: settled.some(({ change }) => change.kind !== 'unchanged'),
    texts: settled.map(({ file }) => file.text),
    node: dependencies.node,
    hooksToReview:
      agentsOnMachine(worktree, dependencies).find((one) => one.agent === agent)?.hooksToReview ?? 0,
    temporaryFolder,
  });
  return { agent, preview, remove, hasHooks, changes: settled.map(describe), notes };
}

function settle(
  { fromHere = false, remove = false, preview = false, ...request }: SetupAgentRequest,
  dependencies: SetupDependencies,
  { jobs, files }: { readonly jobs: readonly SettingsJob[]; readonly files: SettingsFiles },
): readonly SettledJob[] {
  const folders = jobs.map(({ path }) => dirname(path));
  if (preview) return changeSettings(jobs, files, true);
  try {
    if (!fromHere || remove) return changeSettings(jobs, files, false);
    // Looked at first: nothing is copied for settings that cannot be changed.
    changeSettings(jobs, files, true);
    const home = homeOf(request, dependencies);
    return keepPackage(dependencies.packageFolder, home, () => changeSettings(jobs, files, false));
  } finally {
    for (const folder of folders.filter((one) => remove || holdsMarkAlone(one))) releaseAgentFolder(folder);
  }
}

function dependenciesOfThisProcess(): SetupDependencies {
  const packageFolder = packageFolderOf(fileURLToPath(import.meta.url));
  return { ...thisProcess(), node: process.execPath, packageFolder };
}

function jobsFor(request: SetupAgentRequest, dependencies: SetupDependencies) {
  const { worktree, places } = placesOf(request, dependencies);
  const parts = partsOf(request, places, dependencies);
  const { root } = places;
  const hasHooks = places.hooks !== undefined;
  if (request.remove) {
    const jobs = parts.map(
      ({ path, part }): SettingsJob => ({ path, within: worktree, plan: (file) => planRemoval(part, file) }),
    );
    return { jobs, root, worktree, hasHooks };
  }
  const { node, packageFolder, environment, workingDirectory } = dependencies;
  const home = request.home ?? environment.AFTERWIT_HOME;
  const keptFolder = request.fromHere ? keptPackage(homeOf(request, dependencies)) : undefined;
  const { temporaryFolder, ...files } = startableFiles(packageFolder, keptFolder);
  const startable = {
    node,
    ...files,
    ...(home ? { home: resolve(workingDirectory, home) } : {}),
    ...(request.profile === undefined ? {} : { profile: request.profile }),
  };
  const jobs = parts.map(
    ({ path, part, entry }): SettingsJob => ({
      path,
      within: worktree,
      plan: (file) => planSetup(part, file, entry(startable)),
    }),
  );
  return { jobs, root, worktree, hasHooks, temporaryFolder };
}

/** An entry of ours in one settings file. */
interface PlacedPart {
  readonly path: string;
  readonly part: SettingsPart;
  readonly entry: (startable: Parameters<typeof hookEntry>[1]) => JsonObject;
}

function partsOf(
  { agent, hooks, remove }: SetupAgentRequest,
  places: Pick<AgentPlaces, 'hooks' | 'servers'>,
  dependencies: SetupDependencies,
): readonly PlacedPart[] {
  const server: PlacedPart = {
    path: places.servers,
    part: agent === 'codex' ? codexServer : agentServer(agent),
    entry: (startable) => serverEntry(agent, startable),
  };
  const part = agentHookPart(agent);
  if (part === undefined || places.hooks === undefined) return [server];
  if (remove && isNeededByAnother(agent, dependencies)) return [server];
  const hook: PlacedPart = {
    path: places.hooks,
    part,
    entry: (startable) => hookEntry(agent, startable, hooks),
  };
  if (hook.path !== server.path) return [hook, server];
  return [
    {
      path: server.path,
      part: bothParts(hook.part, server.part),
      entry: (startable) => ({ first: hook.entry(startable), second: server.entry(startable) }),
    },
  ];
}

/** Whether another agent that is connected runs the same hooks. */
function isNeededByAnother(agent: SetupAgent, dependencies: SetupDependencies): boolean {
  return (
    sharesHooks(agent) &&
    agentsOnMachine(undefined, dependencies).some(
      (other) => other.agent !== agent && other.connected && sharesHooks(other.agent),
    )
  );
}

function homeOf({ home }: SetupAgentRequest, dependencies: SetupDependencies): string {
  const { environment, ...others } = dependencies;
  return resolveHome({
    ...others,
    environment: home === undefined ? environment : { ...environment, AFTERWIT_HOME: home },
  });
}

function placesOf(request: SetupAgentRequest, dependencies: SetupDependencies) {
  const { agent } = request;
  if (request.where !== 'project') return { places: userPlaces(agent, dependencies), worktree: undefined };
  const path = resolve(dependencies.workingDirectory, request.repository ?? '.');
  const { worktree, gitDirectory } = locateGitDirectory(path);
  if (worktree === undefined) {
    throw new AfterwitError(
      'NOT_A_REPOSITORY',
      `${JSON.stringify(gitDirectory)} is a bare repository, where no agent can work. Name a folder of a clone.`,
      { data: { path } },
    );
  }
  const places = projectPlaces(agent, worktree);
  if (places !== undefined) return { places, worktree };
  throw invalidArgument(
    `${setupAgents[agent]} reads no settings of a project. Run the command without --project to set it up for every project.`,
  );
}

function describe({ file, change }: SettledJob): SetupChange {
  const { kind, diff, copy } = change;
  const keepsCopy = copy === 'make' || (copy === 'keep' && file.original !== undefined);
  return {
    path: file.path,
    kind,
    diff: showSettingsDiff(diff),
    ...(keepsCopy && kind !== 'unchanged' ? { backupPath: file.copyPath } : {}),
  };
}
