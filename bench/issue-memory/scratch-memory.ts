import { cpSync } from 'node:fs';
import { join } from 'node:path';
import {
  type Memory,
  type MemoryHome,
  type OpenMemoryOptions,
  openHome,
  openMemory,
  type RecordedFailure,
} from '../../src/index.ts';
import { person } from '../person.ts';
import { cpuMsSince } from '../reporting/processes.ts';
import { makeRepository } from '../security/scratch-home.ts';
import type { SeedRecord } from './issue-data.ts';
import { recordRequestOf } from './issue-requests.ts';

/** A memory of its own on a repository of its own, through the published library. */
export interface ScratchMemory extends AsyncDisposable {
  readonly memory: Memory;
  readonly home: MemoryHome;
  /** Another, holding the same memories; this one must not be used any more. */
  copy(name: string): Promise<ScratchMemory>;
}

export async function openScratchMemory(
  folder: string,
  settings: OpenMemoryOptions['settings'] = {},
): Promise<ScratchMemory> {
  const repository = makeRepository(folder);
  return await openAt(repository, join(folder, 'home'), settings);
}

async function openAt(
  repository: string,
  homeFolder: string,
  settings: OpenMemoryOptions['settings'],
): Promise<ScratchMemory> {
  const memory = await openMemory({ repository, home: homeFolder, speaker: person, settings });
  const home = await openHome({ repository, home: homeFolder, speaker: person });
  const close = async (): Promise<void> => {
    await memory.close();
    await home.close();
  };
  return {
    memory,
    home,
    async copy(name) {
      const target = join(homeFolder, '..', name);
      cpSync(homeFolder, target, { recursive: true });
      return await openAt(repository, target, settings);
    },
    [Symbol.asyncDispose]: close,
  };
}

export interface RecordedSeeds {
  readonly recorded: readonly RecordedFailure[];
  /** CPU time of each, in order. */
  readonly cpuMs: readonly number[];
}

export async function recordSeeds(
  { memory }: ScratchMemory,
  seeds: readonly SeedRecord[],
): Promise<RecordedSeeds> {
  const recorded: RecordedFailure[] = [];
  const cpuMs: number[] = [];
  for (const seed of seeds) {
    const before = process.cpuUsage();
    recorded.push(await memory.record(recordRequestOf(seed)));
    cpuMs.push(cpuMsSince(before));
  }
  return { recorded, cpuMs };
}
