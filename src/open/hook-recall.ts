import { homedir } from 'node:os';
import { join } from 'node:path';
import { locateGitDirectory } from '../adapters/git/locate-git-directory.ts';
import { openWorkingFiles } from '../adapters/git/open-working-files.ts';
import { openMemoryStore } from '../adapters/sqlite/memory/open-memory-store.ts';
import { systemClock } from '../adapters/system/system-clock.ts';
import { systemRandom } from '../adapters/system/system-random.ts';
import { loadSettings } from '../config/load-settings.ts';
import { resolveHome } from '../config/resolve-home.ts';
import {
  type AfterFailureDependencies,
  type AfterFailureRecollection,
  recallAfterFailure,
} from '../engine/recall/recall-after-failure.ts';
import { isAfterwitError } from '../model/errors.ts';
import type { WorkingFiles } from '../ports/working-files.ts';
import { gitAncestry } from './git-ancestry.ts';
import { loginName } from './login-name.ts';
import { noteSettingWarnings } from './note-setting-warnings.ts';

export interface HookRecallRequest {
  /** `success`: it ended with 0, but a pipe may hide a failure. */
  readonly event: 'failure' | 'success';
  readonly command: string;
  readonly output: string;
  readonly exitCode?: number | undefined;
  readonly cwd: string;
  readonly session?: string | undefined;
  readonly agent: string;
  readonly environment: NodeJS.ProcessEnv;
  /** Time left until the agent stops waiting. */
  readonly deadlineMs: number;
  /** Asked between steps: on a starved machine no timer fires while they run, and an agent waits for all of them. */
  readonly isTooLate?: () => boolean;
  /** Runs what may load modules of Node, where they are loaded in another way than code is run. */
  readonly loadModules?: <T>(load: () => T) => T;
}

export type HookRecollection = AfterFailureRecollection;

/** Share of the remaining time spent waiting for other writers; and the time limit of git. */
const busyShare = 0.4;
const gitShare = 0.6;

/**
 * The hook's recall, on adapters opened for one query. It stays silent for an unknown repository, and for a busy,
 * damaged or missing memory.
 */
export async function hookRecall(request: HookRecallRequest): Promise<HookRecollection> {
  const { event, command, output, exitCode, agent, session, isTooLate } = request;
  const failure = { command, output, exitCode: exitCode ?? (event === 'success' ? 0 : 1) };
  try {
    return await recallAfterFailure({ failure, agent, session, isTooLate }, () => openAdapters(request));
  } catch (fault) {
    if (isAfterwitError(fault)) return { kind: 'silent', reason: `${fault.code}: ${fault.message}` };
    throw fault;
  }
}

function openAdapters({
  cwd,
  environment,
  deadlineMs,
  loadModules = (load) => load(),
}: HookRecallRequest): AfterFailureDependencies {
  const home = resolveHome({
    platform: process.platform,
    environment,
    userHome: homedir(),
    workingDirectory: cwd,
  });
  // Never closed: the process is about to end, and closing a database last waits for the disk.
  const store = openMemoryStore({
    directory: home,
    clock: systemClock,
    busyTimeoutMs: Math.round(busyShare * deadlineMs),
    backups: 'none',
    use: 'brief',
  });
  const directories = locateGitDirectory(cwd);
  const { identityDirectory, worktree } = directories;
  return {
    store,
    clock: systemClock,
    random: systemRandom,
    identityDirectory,
    userName: loginName(),
    worktree,
    files: worktree === undefined ? undefined : workingFiles(worktree, loadModules),
    loadSettings: async () => {
      const loaded = await loadSettings({ home, worktree, environment, nowMs: systemClock.nowMs() });
      noteSettingWarnings(loaded, home, systemClock);
      return loaded.settings;
    },
    openAncestry: (settings) =>
      gitAncestry(directories, async () => {
        const { openGitReader } = await import('../adapters/git/open-git-reader.ts');
        return await openGitReader(cwd, {
          shimDirectory: join(home, 'git-shim'),
          executable: settings.git.executable,
          timeoutMs: Math.max(1, Math.round(gitShare * deadlineMs)),
        });
      }),
  };
}

/** Hashing loads the largest module of Node that a recall needs. */
function workingFiles(
  worktree: string,
  loadModules: NonNullable<HookRecallRequest['loadModules']>,
): WorkingFiles {
  const files = openWorkingFiles(worktree);
  return { ...files, blobId: (bytes, like) => loadModules(() => files.blobId(bytes, like)) };
}
