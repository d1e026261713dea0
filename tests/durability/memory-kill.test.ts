import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { findDamage } from '../../src/adapters/sqlite/memory/find-damage.ts';
import { memoryFiles } from '../../src/adapters/sqlite/memory/place-memory.ts';
import type { ItemId } from '../../src/model/brands.ts';
import { makeFolder, openStore } from '../contract/memory-store/example-store.ts';
import { type RunningProgram, runProgram } from '../doors/run-program.ts';
import { isBeyondPromise, sized, times } from '../effort.ts';

const writers = sized(8, 4);
/** More are tried by hand: `TEST_EFFORT=15`. */
const kills = times(200, 8);

const home = makeFolder();

beforeAll(async () => {
  const first = startWriter('first', 1);
  expect(await first.ended).toBe(0);
});

afterAll(() => {
  home.remove();
});

function startWriter(name: string, count = Number.POSITIVE_INFINITY): RunningProgram {
  return runProgram('write-items', [home.path, name, String(count)]);
}

async function kill(program: RunningProgram): Promise<void> {
  program.child.kill('SIGKILL');
  await program.ended;
}

/** Keeps `writers` processes writing; kills one after the other wherever it is, and starts another in its place. */
async function writeAndKill(): Promise<readonly RunningProgram[]> {
  const all: RunningProgram[] = [];
  const start = () => {
    const program = startWriter(String(all.length));
    all.push(program);
    return program;
  };
  const alive = Array.from({ length: writers }, start);
  for (let killed = 0; killed < kills; killed++) {
    const at = killed % writers;
    const program = alive[at] as RunningProgram;
    await program.started;
    await sleep((killed * 37) % 61);
    await kill(program);
    alive[at] = start();
  }
  await Promise.all(alive.map(({ started }) => started));
  await Promise.all(alive.map(kill));
  return all;
}

function percentile(sorted: readonly number[], share: number): number {
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}

it(`loses no acknowledged memory in ${kills} kills of ${writers} writers`, {
  timeout: 600_000 + kills * 3_000,
}, async () => {
  const programs = await writeAndKill();
  const acknowledged = programs.flatMap((program) => program.lines().map((line) => line.split(' ')));
  expect(acknowledged.length).toBeGreaterThanOrEqual(kills);

  const store = openStore(home.path);
  const lost = store.read((reader) =>
    acknowledged.filter(([id]) => reader.item(id as ItemId)?.title !== `title of ${id}`),
  );
  expect(lost).toEqual([]);
  expect(store.read((reader) => reader.items({}).length)).toBeGreaterThanOrEqual(acknowledged.length);
  expect(store.recovered).toBeUndefined();
  store.close();
  // Torn writes would leave postings without their items, or items without their postings.
  expect(findDamage(memoryFiles(home.path).database, 1_000)).toBeUndefined();
  expect(findDamage(memoryFiles(home.path).backup, 1_000)).toBeUndefined();

  const tookMs = acknowledged.map(([, ms]) => Number(ms)).sort((a, b) => a - b);
  if (isBeyondPromise) {
    const facts = { writes: tookMs.length, p50Ms: percentile(tookMs, 0.5), p99Ms: percentile(tookMs, 0.99) };
    process.stdout.write(`${JSON.stringify({ kills, ...facts, worstMs: tookMs.at(-1) })}\n`);
  }
});
