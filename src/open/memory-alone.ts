import { join } from 'node:path';
import { locateGitDirectory } from '../adapters/git/git-directory.ts';
import { openWorkingFiles } from '../adapters/git/working-tree.ts';
import { systemClock, systemRandom } from '../adapters/system/machine.ts';
import type { Settings } from '../config/settings.ts';
import type { RecallDependencies } from '../engine/memory/recall-dependencies.ts';
import { resolveScopes } from '../engine/memory/where-it-holds.ts';
import { denyCall } from '../engine/moments/deny-call.ts';
import { silentFor } from '../engine/moments/moment-answers.ts';
import { isAboutWork } from '../engine/moments/tell-of-prompt.ts';
import { tellAtStart, tellBeforeCompaction, tellBeforeEdit } from '../engine/moments/tell-unasked.ts';
import { lastSessions } from '../engine/sessions/last-sessions.ts';
import type { MomentAnswer } from '../model/answers/recollection.ts';
import type { MemoryStore } from '../ports/memory-store.ts';
import { type AskedMoment, knownRepository } from './answer-moment.ts';
import { gitAncestry, type KnownAncestry } from './git-ancestry.ts';
import { miningLogOf } from './mining-log-of.ts';
import { loginName } from './this-user.ts';

interface MemoryAlone {
  readonly home: string;
  readonly store: MemoryStore;
  readonly settings: Settings;
  readonly ancestry?: KnownAncestry;
}

/** A repository's memory for moments that ask neither history nor code; git is not started if its files tell enough. */
export function memoryAlone(
  folder: string,
  { home, store, settings, ancestry }: MemoryAlone,
): RecallDependencies {
  const directories = locateGitDirectory(folder);
  const { worktree, identityDirectory } = directories;
  const { id } = store.read((reader) => knownRepository(reader, identityDirectory)) ?? {};
  const openGit = async () => {
    const { openGitReader } = await import('../adapters/git/open-git-reader.ts');
    const { executable, timeoutMs } = settings.git;
    return await openGitReader(folder, { shimDirectory: join(home, 'git-shim'), executable, timeoutMs });
  };
  return {
    ...{ store, settings, worktree, repositoryId: id },
    clock: systemClock,
    random: systemRandom,
    scopes: resolveScopes({ repositoryId: id, userName: loginName() }, settings.memory.v3.scope),
    files: worktree === undefined ? undefined : openWorkingFiles(worktree),
    ancestry: gitAncestry(directories, openGit, ancestry),
    lastSessions: async () => (id === undefined ? [] : lastSessions(miningLogOf(home, id))),
  };
}

const noHistory = async () => undefined;

/** Answers a moment from the memory alone; undefined where history or code have a say. */
export async function tellFromMemory(
  request: AskedMoment,
  dependencies: RecallDependencies,
): Promise<MomentAnswer | undefined> {
  switch (request.kind) {
    case 'session_start':
      return await tellAtStart(request, dependencies);
    case 'before_command':
      return (await denyCall(request, request.speaker, dependencies)) ?? silentFor('no hard rule stops it');
    case 'before_compaction':
      return await tellBeforeCompaction(request, dependencies);
    case 'before_edit':
      return request.isRead || request.hardOnly
        ? await tellBeforeEdit(request, noHistory, dependencies)
        : undefined;
    case 'prompt':
      return isAboutWork(request.prompt) ? undefined : silentFor('the prompt describes no work on the code');
  }
}
