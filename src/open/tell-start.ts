import { join } from 'node:path';
import { locateGitDirectory } from '../adapters/git/git-directory.ts';
import { openWorkingFiles } from '../adapters/git/working-tree.ts';
import { systemClock } from '../adapters/system/system-clock.ts';
import { systemRandom } from '../adapters/system/system-random.ts';
import type { Settings } from '../config/settings.ts';
import type { RecallDependencies } from '../engine/memory/recall-dependencies.ts';
import { resolveScopes } from '../engine/memory/resolve-scopes.ts';
import type { ReportedMoment } from '../engine/moments/read-moment.ts';
import { tellAtStart } from '../engine/moments/tell-unasked.ts';
import { lastSessions } from '../engine/sessions/last-sessions.ts';
import type { MemoryStore } from '../ports/memory-store.ts';
import { answerMoment, knownRepository, type MomentDependencies } from './answer-moment.ts';
import { gitAncestry } from './git-ancestry.ts';
import type { HookAnswer } from './hook-answer.ts';
import { loginName } from './login-name.ts';
import { miningLogOf } from './mining-log-of.ts';
import { openHookStore } from './open-hook-store.ts';

/**
 * Answers a start of a session in a process that ends afterwards. Every session waits for it, so it opens the memory alone, once: no index,
 * and no git where git's files tell enough.
 */
export async function tellStart(
  moment: ReportedMoment,
  { home, environment, agent }: Pick<MomentDependencies, 'home' | 'environment' | 'agent'>,
): Promise<HookAnswer> {
  const store = openHookStore(home);
  return await answerMoment(moment, {
    ...{ home, environment, agent, store },
    workingDirectory: process.cwd,
    useMemory: async (folder, work, settings) =>
      await work({
        atMoment: async (request) =>
          await tellAtStart(
            {
              mayRepeat: request.kind === 'session_start' && request.mayRepeat,
              budgetTokens: request.budgetTokens ?? settings.hooks.sessionStartTokens,
              speaker: request.speaker ?? { kind: 'agent', name: agent, source: 'hook' },
            },
            dependenciesIn(folder, { home, store, settings }),
          ),
      }),
  });
}

interface Opened {
  readonly home: string;
  readonly store: MemoryStore;
  readonly settings: Settings;
}

function dependenciesIn(folder: string, { home, store, settings }: Opened): RecallDependencies {
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
    ancestry: gitAncestry(directories, openGit),
    lastSessions: async () => (id === undefined ? [] : lastSessions(miningLogOf(home, id))),
  };
}
