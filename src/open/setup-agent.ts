import { homedir } from 'node:os';
import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import {
  claudeCodeProjectPlaces,
  claudeCodeUserPlaces,
} from '../adapters/agent-settings/claude-code-places.ts';
import { packageFolderOf, startableFiles } from '../adapters/agent-settings/find-package.ts';
import { openSettingsFiles } from '../adapters/agent-settings/open-settings-files.ts';
import { locateGitDirectory } from '../adapters/git/locate-git-directory.ts';
import { changeSettings, type SettingsJob, type SettledJob } from '../engine/setup/change-settings.ts';
import { hookEntry, serverEntry } from '../engine/setup/claude-code-entries.ts';
import { claudeCodeHooks } from '../engine/setup/claude-code-hooks.ts';
import { claudeCodeServer } from '../engine/setup/claude-code-server.ts';
import { planRemoval, planSetup } from '../engine/setup/plan-change.ts';
import { setupNotes } from '../engine/setup/setup-notes.ts';
import type { SetupAgent, SetupChange, SetupReport } from '../model/answers/setup-report.ts';
import { AfterwitError } from '../model/errors.ts';
import { redact } from '../redaction/redact.ts';

export interface SetupAgentRequest {
  readonly agent: SetupAgent;
  /** Takes out what an earlier setup put in. */
  readonly remove?: boolean | undefined;
  /** Says what would change and writes nothing. */
  readonly preview?: boolean | undefined;
  /** Settings of the user, for every project (default), or of one project. */
  readonly where?: 'user' | 'project' | undefined;
  /** Home that the agent's hook and server are to use. Default: `AFTERWIT_HOME` as it is now, else the platform's. */
  readonly home?: string | undefined;
  /** Path in the project. Default: the working folder. */
  readonly repository?: string | undefined;
}

/** What a setup depends on. */
export interface SetupDependencies {
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly userHome: string;
  readonly workingDirectory: string;
  /** The Node.js that the agent starts. */
  readonly node: string;
  readonly packageFolder: string;
}

/**
 * Connects an agent: adds a hook that runs after each shell command, and the MCP server. Changes only afterwit's
 * entries in the agent's settings and keeps a copy of each original file beside it.
 *
 * @throws INVALID_ARGUMENT when this copy of afterwit will not stay where it is; INVALID_SETTING when a settings file
 * has an unexpected form; AGENT_SETTINGS_NOT_WRITABLE, DISK_FULL; NOT_A_REPOSITORY. On an error, nothing is changed
 */
export async function setupAgent(
  request: SetupAgentRequest,
  dependencies: SetupDependencies = dependenciesOfThisProcess(),
): Promise<SetupReport> {
  const { agent, remove = false, preview = false } = request;
  if (agent !== 'claude-code') {
    throw new AfterwitError(
      'INVALID_ARGUMENT',
      `The agent ${JSON.stringify(agent)} cannot be set up. Known: claude-code.`,
    );
  }
  const { jobs, temporaryFolder } = jobsFor(request, dependencies);
  const settled = changeSettings(jobs, openSettingsFiles(), preview);
  const notes = setupNotes({
    remove,
    isProject: request.where === 'project',
    isChanged: settled.some(({ change }) => change.kind !== 'unchanged'),
    texts: settled.map(({ file }) => file.text),
    temporaryFolder,
  });
  return { agent, preview, remove, changes: settled.map(describe), notes };
}

function dependenciesOfThisProcess(): SetupDependencies {
  return {
    environment: process.env,
    userHome: homedir(),
    workingDirectory: process.cwd(),
    node: process.execPath,
    packageFolder: packageFolderOf(fileURLToPath(import.meta.url)),
  };
}

function jobsFor(
  request: SetupAgentRequest,
  dependencies: SetupDependencies,
): { readonly jobs: readonly SettingsJob[]; readonly temporaryFolder?: string | undefined } {
  const { worktree, places } = placesOf(request, dependencies);
  if (request.remove) {
    const jobs: readonly SettingsJob[] = [
      { path: places.hooks, within: worktree, plan: (file) => planRemoval(claudeCodeHooks, file) },
      { path: places.servers, within: worktree, plan: (file) => planRemoval(claudeCodeServer, file) },
    ];
    return { jobs };
  }
  const { node, packageFolder, environment, workingDirectory } = dependencies;
  const home = request.home ?? environment.AFTERWIT_HOME;
  const { temporaryFolder, ...files } = startableFiles(packageFolder);
  const startable = {
    node,
    ...files,
    ...(home ? { home: resolve(workingDirectory, home) } : {}),
  };
  const hook = hookEntry(startable);
  const server = serverEntry(startable);
  const jobs: readonly SettingsJob[] = [
    { path: places.hooks, within: worktree, plan: (file) => planSetup(claudeCodeHooks, file, hook) },
    { path: places.servers, within: worktree, plan: (file) => planSetup(claudeCodeServer, file, server) },
  ];
  return { jobs, temporaryFolder };
}

function placesOf(request: SetupAgentRequest, dependencies: SetupDependencies) {
  if (request.where !== 'project') return { places: claudeCodeUserPlaces(dependencies), worktree: undefined };
  const path = resolve(dependencies.workingDirectory, request.repository ?? '.');
  const { worktree, gitDirectory } = locateGitDirectory(path);
  if (worktree !== undefined) return { places: claudeCodeProjectPlaces(worktree), worktree };
  throw new AfterwitError(
    'NOT_A_REPOSITORY',
    `${JSON.stringify(gitDirectory)} is a bare repository, where no agent can work. Name a folder of a clone.`,
    { data: { path } },
  );
}

function describe({ file, change }: SettledJob): SetupChange {
  const { kind, diff, copy } = change;
  const keepsCopy = copy === 'make' || (copy === 'keep' && file.original !== undefined);
  return {
    path: file.path,
    kind,
    // Redacted, because the lines around a change are the user's and may contain secrets.
    diff: diff.map(redact),
    ...(keepsCopy && kind !== 'unchanged' ? { backupPath: file.copyPath } : {}),
  };
}
