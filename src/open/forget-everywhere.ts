import { globSync, lstatSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { openMiningLog } from '../adapters/transcripts/open-mining-log.ts';
import { type ForgetRequest, forgetItems } from '../engine/items/forget-items.ts';
import type { ForgottenItems } from '../model/answers/item-answers.ts';
import type { ItemId } from '../model/brands.ts';
import { isAfterwitError } from '../model/errors.ts';
import type { Speaker } from '../model/provenance.ts';
import type { SessionSummary } from '../model/session.ts';
import { forgetInCopies } from './forget-in-copies.ts';
import { type HomeContext, readableWorktree } from './home-context.ts';
import { stillShared } from './shared-lessons.ts';
import { miningFolder } from './start-mining.ts';

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
  const { openModelLedger } = await import('../adapters/sqlite/cache-file.ts');
  const { openVectorCache } = await import('../adapters/sqlite/cache-file.ts');
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

/** Forgets summaries of sessions that hold a text, or are of a forgotten origin, in every repository of the home. */
function forgetSummaries(home: string, { origin, text }: Pick<ForgetRequest, 'origin' | 'text'>): void {
  if (origin === undefined && text === undefined) return;
  const isForgotten = (summary: SessionSummary): boolean =>
    (origin !== undefined && isOf(summary, origin.trim())) || (text !== undefined && holds(summary, text));
  for (const path of globSync(join(home, miningFolder, '*.json'))) {
    const log = openMiningLog(path.slice(0, -'.json'.length));
    const mined = log.read() ?? new Map();
    const kept = [...mined].map(([transcript, { summary, ...place }]) => {
      const isKept = summary !== undefined && !isForgotten(summary);
      return [transcript, isKept ? { ...place, summary } : place] as const;
    });
    const count = (all: Iterable<{ readonly summary?: SessionSummary }>) =>
      [...all].filter(({ summary }) => summary !== undefined).length;
    if (count(mined.values()) !== count(kept.map(([, one]) => one))) log.write(new Map(kept));
  }
}

/** The origin of memories from this session, or the beginning of it. */
function isOf({ agent, session }: SessionSummary, origin: string): boolean {
  return origin === `transcript:${agent}` || origin === `transcript:${agent}/${session}`;
}

function holds({ request, failing, files, commits }: SessionSummary, text: string): boolean {
  const words = [request, failing?.command, failing?.error, ...files, ...commits].join('\n').toLowerCase();
  return words.includes(text.trim().toLowerCase());
}
