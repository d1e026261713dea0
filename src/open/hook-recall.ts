import { join } from 'node:path';
import { identifyClone, locateGitDirectory } from '../adapters/git/git-directory.ts';
import { openWorkingFiles } from '../adapters/git/working-tree.ts';
import { openMemoryStore } from '../adapters/sqlite/memory/open-memory-store.ts';
import { systemClock, systemRandom } from '../adapters/system/machine.ts';
import { readTail } from '../adapters/transcripts/read-lines.ts';
import { endingBytes, readCodexEnding } from '../agents/codex/sessions.ts';
import { loadSettings } from '../config/load-settings.ts';
import type { ToldAnswer } from '../engine/moments/moment-answers.ts';
import type { EndedCommand } from '../engine/moments/read-command-result.ts';
import { type AfterFailureDependencies, recallAfterFailure } from '../engine/moments/recall-after-failure.ts';
import { isAfterwitError } from '../model/errors.ts';
import type { WorkingFiles } from '../ports/git-reader.ts';
import type { MemoryStore } from '../ports/memory-store.ts';
import { openToolEnvelope } from '../query/logs/read-log.ts';
import { gitAncestry, type KnownAncestry } from './git-ancestry.ts';
import { noteSettingWarnings } from './note-setting-warnings.ts';
import { loginName } from './this-user.ts';

export interface HookRecallRequest extends EndedCommand {
  /** Folder that the memory is kept in. */
  readonly home: string;
  readonly cwd: string;
  readonly agent: string;
  readonly environment: NodeJS.ProcessEnv;
  /** Time left until the agent stops waiting. */
  readonly deadlineMs: number;
  /** Asked between steps: on a starved machine no timer fires while they run, and an agent waits for all of them. */
  readonly isTooLate?: () => boolean;
  /** Runs a step that may load modules of Node, where loading differs from running code. */
  readonly loadModules?: <T>(load: () => T) => T;
}

export type HookRecollection = ToldAnswer;

/** The exit code that an event stands for. */
const endings = { failure: 1, success: 0, unknown: undefined } as const;

/** Share of the remaining time that git may take. */
const gitShare = 0.6;
/** Share of it spent waiting for other writers. */
const busyShare = 0.4;

/** State that a process that lives on keeps from one query to the next. */
export interface KeptForHooks {
  readonly store: MemoryStore;
  readonly ancestry: KnownAncestry;
}

/**
 * The hook's recall, on adapters opened for one query or kept ones. Silent for an unknown repository, and for a busy, damaged
 * or missing memory.
 */
export async function hookRecall(request: HookRecallRequest, kept?: KeptForHooks): Promise<HookRecollection> {
  const { event, command, output, exitCode, agent, session, call, isTooLate } = request;
  const failure = { command, output, exitCode: exitCode ?? endings[event] ?? exitCodeIn(request) };
  try {
    return await recallAfterFailure({ failure, agent, session, call, isTooLate }, () =>
      openAdapters(request, kept),
    );
  } catch (fault) {
    if (isAfterwitError(fault)) return { kind: 'silent', reason: `${fault.code}: ${fault.message}` };
    throw fault;
  }
}

/** Exit code of a command whose agent reports only its output. */
function exitCodeIn({ transcript, call }: EndedCommand): number | undefined {
  const end = transcript && call ? readTail(transcript, endingBytes)?.toString('utf8') : undefined;
  const ending = end && call ? readCodexEnding(end, call) : undefined;
  return ending && (ending.exitCode ?? openToolEnvelope(ending.output).exitCode);
}

function openAdapters(
  { home, cwd, environment, deadlineMs, loadModules = (load) => load() }: HookRecallRequest,
  kept: KeptForHooks | undefined,
): AfterFailureDependencies {
  // Never closed: the process is about to end, and closing a database last waits for the disk.
  const store =
    kept?.store ??
    openMemoryStore({
      directory: home,
      clock: systemClock,
      busyTimeoutMs: Math.round(busyShare * deadlineMs),
      backups: 'none',
    });
  const directories = locateGitDirectory(cwd);
  const { identityDirectory, worktree } = directories;
  const gitTimeoutMs = Math.max(1, Math.round(gitShare * deadlineMs));
  return {
    store,
    clock: systemClock,
    random: systemRandom,
    identityDirectory,
    marks: identifyClone(directories),
    confirmClone: async ({ git }) => {
      const { confirmClone } = await import('./confirm-clone.ts');
      return await confirmClone(cwd, { home, store, git: { ...git, timeoutMs: gitTimeoutMs } });
    },
    userName: loginName(),
    worktree,
    files: worktree === undefined ? undefined : workingFiles(worktree, loadModules),
    loadSettings: async () => {
      const loaded = loadSettings({ home, worktree, environment });
      noteSettingWarnings(loaded, home, systemClock);
      return loaded.settings;
    },
    openAncestry: (settings) =>
      gitAncestry(
        directories,
        async () => {
          const { openGitReader } = await import('../adapters/git/open-git-reader.ts');
          return await openGitReader(cwd, {
            shimDirectory: join(home, 'git-shim'),
            executable: settings.git.executable,
            timeoutMs: gitTimeoutMs,
          });
        },
        kept?.ancestry,
      ),
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
