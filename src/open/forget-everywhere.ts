import { lstatSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { type ForgetRequest, forgetItems } from '../engine/items/forget-items.ts';
import type { ForgottenItems } from '../model/answers/item-answers.ts';
import type { ItemId } from '../model/brands.ts';
import { isAfterwitError } from '../model/errors.ts';
import type { Speaker } from '../model/provenance.ts';
import { forgetInCopies } from './forget-in-copies.ts';
import { forgetSummaries } from './forget-summaries.ts';
import { type HomeContext, readableWorktree } from './home-context.ts';
import { stillShared } from './shared-lessons.ts';

/**
 * Forgets memories with everything derived from them: terms, links, outcomes, backups.
 * @throws ITEM_NOT_FOUND when an id is unknown, NEEDS_PERSON for memories said or vouched for by a person; nothing is
 * forgotten then
 */
export async function forgetEverywhere(
  { speaker, ...selection }: Omit<ForgetRequest, 'speaker'> & { readonly speaker?: Speaker | undefined },
  context: HomeContext,
): Promise<ForgottenItems> {
  const { home, store, clock, speaker: opener } = context;
  const told = await forgetItems(store, { ...selection, speaker: speaker ?? opener });
  const ids = told.items.map(({ id }) => id);
  const shared = sharedStill(context, ids);
  const forgotten = shared === undefined ? told : { ...told, shared };
  if (forgotten.preview) return forgotten;
  forgetSummaries(home, selection);
  await forgetAnswers(home, ids);
  const unreached = await forgetInCopies({ home, clock }, selection, ids);
  return unreached.length === 0 ? forgotten : { ...forgotten, unreached };
}

/** Forgets answers of models, which may hold forgotten words, and vectors; all of them if need be. */
async function forgetAnswers(home: string, ids: readonly ItemId[]): Promise<void> {
  const path = join(home, 'cache.db');
  if (lstatSync(path, { throwIfNoEntry: false }) === undefined) return;
  const { openModelLedger } = await import('../adapters/sqlite/model-ledger.ts');
  const { openVectorCache } = await import('../adapters/sqlite/vector-cache.ts');
  try {
    const ledger = openModelLedger(path);
    try {
      ledger.forgetAnswers();
    } finally {
      ledger.close();
    }
    const cache = openVectorCache(path);
    try {
      cache.forget(ids);
    } finally {
      cache.close();
    }
  } catch (fault) {
    if (!isAfterwitError(fault) || fault.code !== 'INDEX_CORRUPT') throw fault;
    for (const suffix of ['', '-wal', '-shm']) rmSync(path + suffix, { force: true });
  }
}

/** Forgetting needs no repository here. */
function sharedStill(context: HomeContext, ids: readonly ItemId[]): ForgottenItems['shared'] {
  return readableWorktree(context.here) === undefined ? undefined : stillShared(context.here(), ids);
}
