import { copyFileSync, existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { hasOldSchema } from '../adapters/sqlite/memory/copy-memory.ts';
import { openMemoryStore } from '../adapters/sqlite/memory/open-memory-store.ts';
import { moveOver } from '../adapters/system/replace-file.ts';
import { type ForgetRequest, forgetItems } from '../engine/items/forget-items.ts';
import type { ItemId } from '../model/brands.ts';
import type { MemoryStore } from '../ports/memory-store.ts';
import type { Clock } from '../ports/system.ts';
import { copiesIn } from './copies-in-home.ts';

const companions = ['-wal', '-shm'];

/**
 * Forgets the memories forgotten in a home in its copies, too: each copy that holds any of them is written anew without
 * them. Gives the paths of those that could not be, damaged ones for instance. Copies elsewhere are not looked for.
 */
export async function forgetInCopies(
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
