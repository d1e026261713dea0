import { lstatSync, mkdirSync } from 'node:fs';
import { basename, join } from 'node:path';
import { keptPackage } from '../../adapters/agent-settings/keep-package.ts';
import { previewPurge, purgeHome } from '../../adapters/system/purge-home.ts';
import { requirePerson } from '../../engine/items/review-request.ts';
import type { PurgeReport } from '../../model/answers/review.ts';
import { agentsThatName } from '../connected-agents.ts';
import type { MemoryHome } from '../memory-home.ts';
import { type HomeDependencies, readableWorktree } from './home-dependencies.ts';

type UpkeepCalls = Pick<MemoryHome, 'maintain' | 'backUp' | 'restore' | 'purge'>;

/** The memory as a whole: maintained, copied, replaced and removed. */
export function homeUpkeep(dependencies: HomeDependencies): UpkeepCalls {
  const { home, store, clock, speaker: opener } = dependencies;
  return {
    maintain: async (options = {}) => {
      const { maintainHome } = await import('../maintenance.ts');
      return await maintainHome(dependencies, options);
    },
    backUp: async (path) => {
      if (path !== undefined) return await store.backUpTo(path);
      const folder = join(home, 'backups');
      mkdirSync(folder, { recursive: true, mode: 0o700 });
      const stamp = new Date(clock.nowMs()).toISOString().replaceAll(':', '-');
      return await store.backUpTo(join(folder, `memory-${stamp}.db`));
    },
    restore: async (path, { speaker = opener } = {}) => {
      requirePerson(speaker, 'put another memory in the place of this one');
      return await store.restoreFrom(path);
    },
    purge: async ({ preview = false, speaker = opener } = {}) => {
      const { program, stays } = keptProgram(dependencies);
      const about = program === undefined ? {} : { program };
      if (preview) return { ...previewPurge(home, { stays }), ...about };
      requirePerson(speaker, 'remove the memory of all repositories');
      const report = purgeHome(home, {
        stays,
        closeStores: () => store.close(),
        whileUnused: (remove) => store.whileUnused(remove),
      });
      return { ...report, ...about };
    },
  };
}

/** The program that was put into the home for agents, and what a purge leaves because they start it. */
function keptProgram({ home, here }: HomeDependencies): {
  readonly program?: PurgeReport['program'];
  readonly stays: readonly string[];
} {
  const path = keptPackage(home);
  if (lstatSync(path, { throwIfNoEntry: false }) === undefined) return { stays: [] };
  const startedBy = agentsThatName(path, readableWorktree(here));
  return { program: { path, startedBy }, stays: startedBy.length === 0 ? [] : [basename(path)] };
}
