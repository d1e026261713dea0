import { cpSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { findDamage } from '../../src/adapters/sqlite/memory/find-damage.ts';
import { memoryFiles, openMaintenanceLock } from '../../src/adapters/sqlite/memory/place-memory.ts';
import type { MemoryItem } from '../../src/model/memory-item.ts';
import type { MemoryReader } from '../../src/ports/memory-store.ts';
import { makeFolder, openStore } from '../contract/memory-store/example-store.ts';
import { runProgram } from '../doors/run-program.ts';
import { times } from '../effort.ts';
import { decisions, expired, fragmentsOfGroup, groups, shownId } from './memory-to-maintain.ts';

const kills = times(200, 6);
const filled = makeFolder();
const home = makeFolder();
const run = () => runProgram('maintain-memory', [home.path]);

beforeAll(async () => {
  expect(await runProgram('maintain-memory', [filled.path, 'fill']).ended).toBe(0);
});
afterAll(() => {
  filled.remove();
  home.remove();
});

/** Half-done work: a fragment without its summary, or a summary without all of its fragments. */
function halfDone(reader: MemoryReader): readonly string[] {
  const items = reader.items({});
  const byId = new Map(items.map((item) => [item.id, item]));
  const isOf = (summary: MemoryItem | undefined, { id }: MemoryItem) =>
    summary?.relatedItems.some((one) => one.id === id && one.relation === 'supersedes') ?? false;
  return items.flatMap((item) => {
    const summary = item.supersededById && byId.get(item.supersededById);
    if (item.archivedFor === 'summary' && !(summary && isOf(summary, item)))
      return [`${item.id}: no summary`];
    const isSplit = item.relatedItems.some(({ id }) => byId.get(id)?.supersededById !== item.id);
    return item.origin === 'maintain' && isSplit ? [`${item.id}: not all fragments`] : [];
  });
}

it(`leaves nothing half done in ${kills} kills`, { timeout: 120_000 + kills * 10_000 }, async () => {
  let ended = 0;
  for (let killed = 0; killed < kills; killed++) {
    // So much is done in one run that five kills see it at different places; then it begins anew.
    if (killed % 5 === 0) {
      home.remove();
      cpSync(filled.path, home.path, { recursive: true });
    }
    const program = run();
    await program.started;
    await sleep((killed * 37) % 151);
    program.child.kill('SIGKILL');
    await program.ended;
    if (program.lines().includes('done')) ended += 1;
    expect(findDamage(memoryFiles(home.path).database, 5_000)).toBeUndefined();
    const store = openStore(home.path, 5_000);
    expect(store.read(halfDone)).toEqual([]);
    store.close();
  }
  // The lock of the killed process is free.
  openMaintenanceLock(home.path)?.close();
  const last = run();
  expect(await last.ended).toBe(0);
  expect(last.lines()).toContain('done');
  const store = openStore(home.path, 5_000);
  store.read((reader) => {
    expect(reader.item(shownId)?.accessCount).toBe(decisions);
    const items = reader.items({});
    expect(items.filter(({ archivedFor }) => archivedFor === 'age')).toHaveLength(expired);
    expect(items.filter(({ archivedFor }) => archivedFor === 'summary')).toHaveLength(
      groups * fragmentsOfGroup,
    );
    expect(items.filter(({ origin }) => origin === 'maintain')).toHaveLength(groups);
  });
  store.close();
  expect(ended).toBeLessThan(kills);
});

it('is done by one of two at a time', () => {
  const first = openMaintenanceLock(home.path);
  expect(first).toBeDefined();
  expect(openMaintenanceLock(home.path)).toBeUndefined();
  first?.close();
  openMaintenanceLock(home.path)?.close();
});
