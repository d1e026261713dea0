import { existsSync, lstatSync, mkdirSync, realpathSync } from 'node:fs';
import { basename, dirname, join, relative, resolve } from 'node:path';
import { keptPackage } from '../adapters/agent-settings/own-package.ts';
import { previewPurge, purgeHome } from '../adapters/system/home-files.ts';
import { requirePerson } from '../engine/items/review-request.ts';
import type { PurgeReport } from '../model/answers/setup-report.ts';
import { invalidArgument } from '../model/errors.ts';
import type { Speaker } from '../model/provenance.ts';
import type { MemoryCopy, MemoryReplacement } from '../ports/memory-store.ts';
import { agentsThatName } from './connected-agents.ts';
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
function keptProgram({ home, here }: HomeContext) {
  const path = keptPackage(home);
  if (lstatSync(path, { throwIfNoEntry: false }) === undefined) return { stays: [] };
  const startedBy = agentsThatName(path, readableWorktree(here));
  return { program: { path, startedBy }, stays: startedBy.length === 0 ? [] : [basename(path)] };
}

/** It lies beside every memory that was opened, and beside no copy. */
const markOfHome = 'memory.db.lock';
const folderOfCopies = 'backups';

/**
 * Refuses a file for a copy of the memory that an agent names, since a shell could run it at its start, or that lies in a home,
 * where a file name alone may confirm a person.
 * @throws NEEDS_PERSON, INVALID_ARGUMENT
 */
export function requireFreePlace(path: string, speaker: Speaker): void {
  if (speaker.kind === 'agent') requirePerson(speaker, 'name the file that memories are written to');
  let folder = resolve(path);
  while (!existsSync(folder)) folder = dirname(folder);
  // The written file lies inside of the folder, or is it.
  let inside = join(realpathSync.native(folder), relative(folder, resolve(path)), 'x');
  for (let next = dirname(inside); next !== inside; [inside, next] = [next, dirname(next)])
    if (existsSync(join(next, markOfHome)) && basename(inside) !== folderOfCopies)
      throw invalidArgument(
        `"${path}" lies in a home of afterwit, where it could change what is believed. Name another place.`,
        { path },
      );
}
