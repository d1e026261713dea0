import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { findDamage } from '../../src/adapters/sqlite/memory/find-damage.ts';
import { memoryFiles } from '../../src/adapters/sqlite/memory/memory-files.ts';
import { makeFolder, openStore } from '../memory-store/example-store.ts';
import { type RunningProgram, runProgram } from './run-program.ts';

const writers = 8;
const rounds = 3;
const slowly = { interval: 2, timeout: 20_000 };

/** Starts all writers, lets them write for a moment, and kills them wherever they are. */
async function writeAndKill(directory: string, round: number): Promise<readonly string[]> {
  const programs: RunningProgram[] = [];
  for (let writer = 0; writer < writers; writer++) {
    programs.push(runProgram('write-repositories', [directory, `${round}-${writer}`, '100000']));
  }
  try {
    await expect.poll(() => programs.every((program) => program.lines().length > 0), slowly).toBe(true);
    await sleep(round * 37);
  } finally {
    for (const { child } of programs) child.kill('SIGKILL');
  }
  await Promise.all(programs.map(({ ended }) => ended));
  return programs.flatMap((program) => program.lines());
}

it(`loses no acknowledged write when ${writers} writers are killed`, { timeout: 120_000 }, async () => {
  const folder = makeFolder();
  const acknowledged: string[] = [];
  for (let round = 0; round < rounds; round++) {
    acknowledged.push(...(await writeAndKill(folder.path, round)));
    const store = openStore(folder.path);
    const repositories = store.read((reader) => reader.repositories());
    expect(store.recovered).toBeUndefined();
    store.close();
    const ids = new Set<string>(repositories.map(({ id }) => id));
    expect(acknowledged.filter((id) => !ids.has(id))).toEqual([]);
    // A transaction adds a repository with three pieces of evidence: all or nothing.
    expect(repositories.filter(({ evidence }) => evidence.length !== 3)).toEqual([]);
    expect(findDamage(memoryFiles(folder.path).database, 1_000)).toBeUndefined();
    expect(findDamage(memoryFiles(folder.path).backup, 1_000)).toBeUndefined();
  }
  expect(acknowledged.length).toBeGreaterThanOrEqual(writers * rounds);
  folder.remove();
});
