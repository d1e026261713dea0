import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { openMemoryStore } from '../adapters/sqlite/memory/open-memory-store.ts';
import { systemClock, systemRandom } from '../adapters/system/machine.ts';
import { openTokenCounter } from '../adapters/tokens/open-token-counter.ts';
import { maintainIfDue } from './maintenance.ts';

/** Maintains the memory of a home, if there is one and it was not done for as long as the user set. */
export async function maintainDue(home: string, signal: AbortSignal): Promise<void> {
  if (!existsSync(join(home, 'memory.db'))) return;
  const store = openMemoryStore({ directory: home, clock: systemClock });
  try {
    const place = { home, store, clock: systemClock, random: systemRandom, tokens: openTokenCounter() };
    await maintainIfDue(place, { signal });
  } finally {
    store.close();
  }
}
