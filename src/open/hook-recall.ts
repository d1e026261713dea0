import { homedir } from 'node:os';
import { join } from 'node:path';
import { locateGitDirectory } from '../adapters/git/locate-git-directory.ts';
import { openWorkingFiles } from '../adapters/git/open-working-files.ts';
import { openMemoryStore } from '../adapters/sqlite/memory/open-memory-store.ts';
import { systemClock } from '../adapters/system/system-clock.ts';
import { systemRandom } from '../adapters/system/system-random.ts';
import { resolveHome } from '../config/home.ts';
import { loadSettings } from '../config/load-settings.ts';
import { recall } from '../engine/recall/recall.ts';
import { resolveScopes } from '../engine/recall/resolve-scopes.ts';
import { isAfterwitError } from '../model/errors.ts';
import type { FailureReport } from '../model/failure.ts';
import { standaloneKinds } from '../model/memory-item.ts';
import type { RepositoryId } from '../model/repository.ts';
import type { Scope } from '../model/scope.ts';
import type { MemoryStore } from '../ports/memory-store.ts';
import { describesFailure } from '../query/detect-failure.ts';
import { gitAncestry } from './git-ancestry.ts';
import { loginName } from './login-name.ts';
import { noteSettingWarnings } from './note-setting-warnings.ts';

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
  /** Asked between steps: on a starved machine no timer fires while they run, and an agent waits for all of them. */
  readonly isTooLate?: () => boolean;
}

export type HookRecollection =
  | { readonly kind: 'card'; readonly text: string; readonly decisionId: string }
  | {
      readonly kind: 'silent';
      readonly reason: string;
      /** There when memories were considered: the receipt says why none is shown. */
      readonly decisionId?: string;
    };

/** Share of the time left that is spent waiting for others who write; and the longest that git may take. */
const busyShare = 0.4;
const gitShare = 0.6;

/**
 * Whether a memory should be shown to an agent whose command has just failed. A repository that is not known, a memory that
 * is busy, damaged or not there: all are reasons to stay silent.
 */
export async function hookRecall(request: HookRecallRequest): Promise<HookRecollection> {
  const report = reportOf(request);
  if (!describesFailure(report)) return silent('the command did not fail');
  if (request.isTooLate?.()) return silent('too late');
  const home = resolveHome({
    platform: process.platform,
    environment: request.environment,
    userHome: homedir(),
    workingDirectory: request.cwd,
  });
  const store = openMemoryStore({
    directory: home,
    clock: systemClock,
    busyTimeoutMs: Math.round(busyShare * request.deadlineMs),
    backups: 'none',
    use: 'brief',
  });
  // Never closed: the process is about to end, and whoever closes a database last waits for the disk.
  try {
    return await recallIn(store, home, request, report);
  } catch (fault) {
    if (isAfterwitError(fault)) return silent(`${fault.code}: ${fault.message}`);
    throw fault;
  }
}

async function recallIn(
  store: MemoryStore,
  home: string,
  request: HookRecallRequest,
  report: FailureReport,
): Promise<HookRecollection> {
  const directories = locateGitDirectory(request.cwd);
  const { commonDirectory, worktree } = directories;
  const known = look(store, commonDirectory);
  if (known.kind === 'nothing') return silent(known.reason);
  if (request.isTooLate?.()) return silent('too late');
  const { repositoryId, scopes } = known;
  const loaded = await loadSettings({
    home,
    worktree,
    environment: request.environment,
    nowMs: systemClock.nowMs(),
  });
  const { settings } = loaded;
  if (request.isTooLate?.()) return silent('too late');
  noteSettingWarnings(loaded, home, systemClock);
  const recollection = await recall(
    {
      failure: report,
      moment: 'after_failure',
      speaker: {
        kind: 'agent',
        name: request.agent,
        source: 'hook',
        ...(request.session === undefined ? {} : { session: request.session }),
      },
    },
    {
      store,
      clock: systemClock,
      random: systemRandom,
      repositoryId,
      scopes,
      ...(worktree === undefined ? {} : { worktree, files: openWorkingFiles(worktree) }),
      ancestry: gitAncestry(directories, async () => {
        const { openGitReader } = await import('../adapters/git/open-git-reader.ts');
        return await openGitReader(request.cwd, {
          shimDirectory: join(home, 'git-shim'),
          executable: settings.git.executable,
          timeoutMs: Math.max(1, Math.round(gitShare * request.deadlineMs)),
        });
      }),
      settings,
    },
  );
  const { kind, decisionId, pack, recorded } = recollection;
  if (pack.text !== '') return { kind: 'card', text: pack.text, decisionId };
  return recorded ? { ...silent(kind), decisionId } : silent('the decision could not be written down');
}

type Known =
  | { readonly kind: 'nothing'; readonly reason: string }
  | {
      readonly kind: 'something';
      readonly repositoryId: RepositoryId;
      readonly scopes: readonly Scope[];
    };

/** One look into the memory, for each costs a lock: whether there is anything that could be shown. */
function look(store: MemoryStore, commonDirectory: string): Known {
  const userName = loginName();
  return store.read((reader): Known => {
    const [repository] = reader.repositoriesWith({ kind: 'path', value: commonDirectory });
    if (repository === undefined) return { kind: 'nothing', reason: 'this repository is not known' };
    const repositoryId = repository.id;
    if (reader.pausedAtMs(repositoryId) !== undefined) return { kind: 'nothing', reason: 'paused' };
    const scopes = resolveScopes({ repositoryId, userName });
    if (reader.countItems({ scopes, kinds: standaloneKinds }) === 0)
      return { kind: 'nothing', reason: 'nothing is remembered here' };
    return { kind: 'something', repositoryId, scopes };
  });
}

function reportOf({ event, command, output, exitCode }: HookRecallRequest): FailureReport {
  const code = exitCode ?? (event === 'success' ? 0 : 1);
  return { command, output, exitCode: code };
}

function silent(reason: string) {
  return { kind: 'silent', reason } as const;
}
