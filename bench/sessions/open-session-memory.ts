import type { Clock } from '../../src/index.ts';
import { openScratchMemory, type ScratchMemory } from '../scratch-memory.ts';

/** The sessions are of years ago: what was learned from them must not have expired. */
const settings = { 'memory.v3.lifecycle.typeTtlDays.fix': 0 };

/** Of a speaker who is not known, as in a server. @param clock when it is, instead of now */
export function openSessionMemory(folder: string, clock?: Clock): Promise<ScratchMemory> {
  return openScratchMemory(folder, { settings, clock, speaker: undefined });
}

/** Reads a session as one of the memory's repository. */
export function mine({ memory }: ScratchMemory, path: string) {
  return memory.mineSessions({ places: [path], folders: ['/'] });
}
