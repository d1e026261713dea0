import { lstatSync, mkdirSync } from 'node:fs';
import { basename, join } from 'node:path';
import { keptPackage } from '../adapters/agent-settings/own-package.ts';
import { previewPurge, purgeHome } from '../adapters/system/home-files.ts';
import { requirePerson } from '../engine/items/review-request.ts';
import type { PurgeReport } from '../model/answers/setup-report.ts';
import type { Speaker } from '../model/provenance.ts';
import type { MemoryCopy, MemoryReplacement } from '../ports/memory-store.ts';
import { agentsThatName } from './connected-agents.ts';
import { requireFreePlace } from './free-place.ts';
import { type HomeContext, readableWorktree } from './home-context.ts';

/** A verified copy. Default path: a new file in the folder `backups` of the home. @throws NEEDS_PERSON, INVALID_ARGUMENT */
export async function backUp(
  path: string | undefined,
  { home, store, clock, speaker }: HomeContext,
): Promise<MemoryCopy> {
  if (path !== undefined) {
    requireFreePlace(path, speaker);
    return await store.backUpTo(path);
  }
  const folder = join(home, 'backups');
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const stamp = new Date(clock.nowMs()).toISOString().replaceAll(':', '-');
  return await store.backUpTo(join(folder, `memory-${stamp}.db`));
}

/** @throws BACKUP_UNUSABLE, NEEDS_PERSON */
export async function restore(
  path: string,
  speaker: Speaker,
  { store }: HomeContext,
): Promise<MemoryReplacement> {
  requirePerson(speaker, 'put another memory in the place of this one');
  return await store.restoreFrom(path);
}

/** Overwrites and removes everything that afterwit keeps. @param preview delete nothing @throws NEEDS_PERSON */
export async function purge(preview: boolean, speaker: Speaker, context: HomeContext): Promise<PurgeReport> {
  const { home, store } = context;
  const { program, stays } = keptProgram(context);
  const about = program === undefined ? {} : { program };
  if (preview) return { ...previewPurge(home, { stays }), ...about };
  requirePerson(speaker, 'remove the memory of all repositories');
  const report = purgeHome(home, {
    stays,
    closeStores: () => store.close(),
    whileUnused: (remove) => store.whileUnused(remove),
  });
  return { ...report, ...about };
}

/** The program that was put into the home for agents, and its files that a purge leaves because they start it. */
function keptProgram({ home, here }: HomeContext): {
  readonly program?: PurgeReport['program'];
  readonly stays: readonly string[];
} {
  const path = keptPackage(home);
  if (lstatSync(path, { throwIfNoEntry: false }) === undefined) return { stays: [] };
  const startedBy = agentsThatName(path, readableWorktree(here));
  return { program: { path, startedBy }, stays: startedBy.length === 0 ? [] : [basename(path)] };
}
