import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, expect, it } from 'vitest';
import { findDamage } from '../../src/adapters/sqlite/memory/find-damage.ts';
import { memoryFiles } from '../../src/adapters/sqlite/memory/place-memory.ts';
import { wholeIdOf } from '../../src/engine/memory/find-item.ts';
import type { ItemId } from '../../src/model/brands.ts';
import { kindOf, type MemoryItem } from '../../src/model/memory-item.ts';
import { makeFolder, openStore } from '../contract/memory-store/example-store.ts';
import { type RunningProgram, runProgram } from '../doors/run-program.ts';
import { sized, times } from '../effort.ts';

const writers = sized(8, 4);
const kills = times(24);

const home = makeFolder();

afterAll(() => {
  home.remove();
});

let started = 0;

function startWriter(count = Number.POSITIVE_INFINITY): RunningProgram {
  started += 1;
  return runProgram('record-failures', [home.path, String(started), String(count)]);
}

async function recordAndKill(): Promise<readonly RunningProgram[]> {
  const all = Array.from({ length: writers }, () => startWriter());
  const alive = [...all];
  for (let killed = 0; killed < kills; killed++) {
    const at = killed % writers;
    const program = alive[at] as RunningProgram;
    await program.started;
    await sleep((killed * 37) % 61);
    program.child.kill('SIGKILL');
    await program.ended;
    const next = startWriter();
    alive[at] = next;
    all.push(next);
  }
  await Promise.all(alive.map((program) => program.started));
  for (const program of alive) program.child.kill('SIGKILL');
  await Promise.all(alive.map((program) => program.ended));
  return all;
}

/** How many memories there are that say the same, for those of which there are several. */
function doubles(items: readonly MemoryItem[]): readonly string[] {
  const contents = items.map(({ content }) => content);
  return contents.filter((content, at) => contents.indexOf(content) !== at);
}

it(`loses and doubles no issue in ${kills} kills of ${writers} processes that record the same ones`, {
  timeout: 600_000 + kills * 5_000,
}, async () => {
  const first = startWriter(20);
  expect(await first.ended).toBe(0);
  const programs = [first, ...(await recordAndKill())];
  const acknowledged = programs.flatMap((program) => program.lines()).map((line) => line.split(' '));
  expect(acknowledged.length).toBeGreaterThan(kills);

  const store = openStore(home.path);
  const items = store.read((reader) => reader.items({}));
  const byId = new Map(items.map((item) => [item.id, item]));
  const lost = acknowledged.flat().filter((id) => !byId.has(id as ItemId));
  expect(lost).toEqual([]);
  const orphans = items.filter((item) => kindOf(item) !== 'pattern' && !byId.has(wholeIdOf(item) ?? item.id));
  expect(orphans).toEqual([]);
  const ofKind = (kind: string) => items.filter((item) => kindOf(item) === kind);
  expect(doubles(ofKind('variant'))).toEqual([]);
  const [pattern, ...others] = ofKind('pattern');
  expect([pattern === undefined, others.length]).toEqual([false, 0]);
  for (const variant of ofKind('variant')) {
    const episodes = store.read((reader) => reader.itemsRelatedTo(variant.id, 'depends_on'));
    // Two ways of telling a common issue, one of telling an own one: each once, however many told it.
    expect([1, 2]).toContain(episodes.length);
    expect(new Set(episodes.map(({ fingerprint }) => fingerprint)).size).toBe(episodes.length);
  }
  store.close();
  expect(findDamage(memoryFiles(home.path).database, 1_000)).toBeUndefined();
});
