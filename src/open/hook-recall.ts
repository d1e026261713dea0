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
import { gitAncestry } from './git-ancestry.ts';
import { loginName } from './login-name.ts';

export interface HookRecallRequest {
  /** `success`: it ended with 0, and perhaps failed all the same behind a pipe. */
  readonly event: 'failure' | 'success';
  readonly command: string;
  readonly output: string;
  readonly exitCode?: number;
  readonly cwd: string;
  readonly session?: string;
  readonly agent: string;
  readonly environment: NodeJS.ProcessEnv;
  /** Time left until nobody waits for the answer any more. */
  readonly deadlineMs: number;
}

export type HookRecollection = AfterFailureRecollection;

/** Share of the time left that is spent waiting for others who write; and the longest that git may take. */
const busyShare = 0.4;
const gitShare = 0.6;

/**
 * The hook's recall on adapters that are opened for one question. A repository that is not known, a memory that is busy,
 * damaged or not there: all are reasons to stay silent.
 */
export async function hookRecall(request: HookRecallRequest): Promise<HookRecollection> {
  const { event, command, output, exitCode, agent, session } = request;
  const failure = { command, output, exitCode: exitCode ?? (event === 'success' ? 0 : 1) };
  try {
    return await recallAfterFailure({ failure, agent, ...(session === undefined ? {} : { session }) }, () =>
      openAdapters(request),
    );
  } catch (fault) {
    if (isAfterwitError(fault)) return { kind: 'silent', reason: `${fault.code}: ${fault.message}` };
    throw fault;
  }
}

function openAdapters({ cwd, environment, deadlineMs }: HookRecallRequest): AfterFailureDependencies {
  const home = resolveHome({
    platform: process.platform,
    environment,
    userHome: homedir(),
    workingDirectory: cwd,
  });
  // Never closed: the process is about to end, and whoever closes a database last waits for the disk.
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
    ...(worktree === undefined ? {} : { worktree, files: openWorkingFiles(worktree) }),
    loadSettings: async () => {
      const nowMs = systemClock.nowMs();
      return (await loadSettings({ home, worktree, environment, nowMs })).settings;
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
