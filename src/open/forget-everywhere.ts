import {
  copyFileSync,
  existsSync,
  globSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
} from 'node:fs';
import { join } from 'node:path';
import { hasOldSchema } from '../adapters/sqlite/memory/copy-memory.ts';
import { openMemoryStore } from '../adapters/sqlite/memory/open-memory-store.ts';
import { moveOver } from '../adapters/system/replace-file.ts';
import { openMiningLog } from '../adapters/transcripts/open-mining-log.ts';
import { type ForgetRequest, forgetItems } from '../engine/items/forget-items.ts';
import type { ForgottenItems } from '../model/answers/item-answers.ts';
import type { ItemId } from '../model/brands.ts';
import { isAfterwitError } from '../model/errors.ts';
import type { Speaker } from '../model/provenance.ts';
import type { SessionSummary } from '../model/session.ts';
import type { MemoryStore } from '../ports/memory-store.ts';
import type { Clock } from '../ports/system.ts';
import { stillShared } from './exchange.ts';
import { type HomeContext, readableWorktree } from './home-context.ts';
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

const companions = ['-wal', '-shm'];

/**
 * Forgets the memories forgotten in a home in its copies, too: each copy that holds any of them is written anew without
 * them. Gives the paths of those that could not be, damaged ones for instance. Copies elsewhere are not looked for.
 */
async function forgetInCopies(
  place: HomePlace,
  request: ForgetRequest,
  forgotten: readonly ItemId[],
): Promise<readonly string[]> {
  return await changeCopies(place, copiesIn(place.home), (store) => forgetIn(store, request, forgotten));
}

/** Brings a former version's copies in the home up to date: none keeps more than the memory does. */
export async function bringCopiesUpToDate(place: HomePlace): Promise<void> {
  await changeCopies(place, copiesIn(place.home).filter(hasOldSchema), async (store) => {
    store.read((reader) => reader.scopes());
    return true;
  });
}

interface HomePlace {
  readonly home: string;
  readonly clock: Clock;
}

/** @param change says whether the copy changed. @returns the copies that could not be changed */
async function changeCopies(
  { home, clock }: HomePlace,
  paths: readonly string[],
  change: (store: MemoryStore) => Promise<boolean>,
): Promise<readonly string[]> {
  const unreached: string[] = [];
  for (const path of paths) {
    const backups = join(home, 'backups');
    mkdirSync(backups, { recursive: true, mode: 0o700 });
    const folder = mkdtempSync(join(backups, 'forgetting-'));
    try {
      await rewrite(path, folder, clock, change);
    } catch {
      unreached.push(path);
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  }
  return unreached;
}

/** The copy stays as it is until the new one is whole. */
async function rewrite(
  path: string,
  folder: string,
  clock: Clock,
  change: (store: MemoryStore) => Promise<boolean>,
): Promise<void> {
  for (const suffix of ['', ...companions]) {
    if (existsSync(path + suffix)) copyFileSync(path + suffix, join(folder, `memory.db${suffix}`));
  }
  const store = openMemoryStore({ directory: folder, clock, backups: 'none' });
  const rewritten = join(folder, 'rewritten.db');
  try {
    if (!(await change(store))) return;
    await store.backUpTo(rewritten);
  } finally {
    store.close();
  }
  moveOver(rewritten, path);
  for (const suffix of companions) rmSync(path + suffix, { force: true });
}

/** Forgets the memories that were just forgotten, and those that fitted the request when the copy was made. */
async function forgetIn(
  store: MemoryStore,
  { ids: _, preview: __, speaker: ___, ...selection }: ForgetRequest,
  forgotten: readonly ItemId[],
): Promise<boolean> {
  const ids = store.read((reader) => forgotten.filter((id) => reader.item(id) !== undefined));
  const byId = ids.length === 0 ? [] : (await forgetItems(store, { ids })).items;
  const isSelection = Object.values(selection).some((value) => value !== undefined);
  const others = isSelection ? (await forgetItems(store, selection)).items : [];
  return byId.length + others.length > 0;
}

/** Copies that `backup` makes by default, and those beside a memory that was replaced or mended. */
const ownCopy = /^memory-.*\.db$/;
const putAside = /^memory\.db\.(?:corrupt|replaced)-[^-]*-[^-]*-[^-]*-[^-]*-(?!.*-(?:wal|shm)$)/;

/** Copies of the memory that lie in its home, but for its backup. */
function copiesIn(home: string): readonly string[] {
  return [...filesIn(join(home, 'backups'), ownCopy), ...otherStatesIn(home)];
}

/** Replaced memories, whatever became of them, and backups that were ahead of theirs; the latest last. */
export function otherStatesIn(home: string): readonly string[] {
  return filesIn(home, putAside).toSorted((one, other) => (setAsideAt(one) < setAsideAt(other) ? -1 : 1));
}

function setAsideAt(path: string): string {
  return path.slice(path.search(/(?:corrupt|replaced)-/)).replace(/^[a-z]+-/, '');
}

function filesIn(folder: string, name: RegExp): readonly string[] {
  return existsSync(folder)
    ? readdirSync(folder)
        .filter((each) => name.test(each))
        .sort()
        .map((each) => join(folder, each))
    : [];
}
