import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { openMemoryStore } from '../adapters/sqlite/memory/open-memory-store.ts';
import { openMaintenanceLock } from '../adapters/sqlite/memory/place-memory.ts';
import { systemClock, systemRandom } from '../adapters/system/machine.ts';
import { openTokenCounter } from '../adapters/tokens/open-token-counter.ts';
import { loadSettings } from '../config/load-settings.ts';
import type { Settings } from '../config/settings.ts';
import { readUpkeepState } from '../engine/memory/merge-accesses.ts';
import { useAsker } from '../engine/models/use-asker.ts';
import { maintain, previewUpkeep } from '../engine/upkeep/maintain.ts';
import type { MaintenanceReport } from '../model/answers/item-answers.ts';
import type { MemoryStore } from '../ports/memory-store.ts';
import { bringCopiesUpToDate } from './forget-everywhere.ts';
import type { HomeContext, Watching } from './home-context.ts';

type MaintenancePlace = Pick<HomeContext, 'home' | 'clock' | 'random' | 'tokens'> & {
  readonly store: MemoryStore;
};

const hourMs = 3_600_000;

interface MaintenanceOptions extends Watching {
  /** Ask the language model that the user turned on. */
  readonly askModel?: boolean | undefined;
  /** Shows the prompts for a model; nothing is changed. */
  readonly preview?: boolean | undefined;
}

/**
 * Maintains the memory of a home with the settings of its user: no repository's own apply to all of them.
 * @throws INVALID_SETTING where a model is to be asked and none is turned on
 */
export async function maintainHome(
  place: MaintenancePlace,
  { askModel = false, preview = false, ...watching }: MaintenanceOptions,
): Promise<MaintenanceReport> {
  const { home, store, clock, random, tokens } = place;
  const settings = settingsOf(place);
  const models =
    askModel || preview
      ? (await import('./language-models.ts')).openLanguageModels({ home, settings, clock })
      : undefined;
  try {
    const dependencies = {
      ...{ store, clock, tokens, random, settings: settings.memory, gate: settings.gate, ...watching },
      takeLease: () => openMaintenanceLock(home),
    };
    if (preview && models !== undefined)
      return await previewUpkeep({ model: models.model.name }, dependencies);
    // All of it is one turn.
    const turn = models?.turn();
    const asker = turn && useAsker(turn.model.name, async () => turn);
    const report = await maintain({ ...dependencies, asker });
    if (report.kind === 'done') await bringCopiesUpToDate({ home, clock });
    return report;
  } finally {
    models?.close();
  }
}

/** The same, if it was not done for as long as the user set. */
export async function maintainIfDue(place: MaintenancePlace, options: Watching): Promise<void> {
  if (isDue(place, settingsOf(place))) await maintainHome(place, options);
}

function settingsOf({ home }: MaintenancePlace): Settings {
  return loadSettings({ home, environment: process.env }).settings;
}

function isDue({ store, clock }: MaintenancePlace, { memory }: Settings): boolean {
  const { interval } = memory.v3.consolidation;
  if (interval === 0) return false;
  const { maintainedAtMs } = store.read(readUpkeepState);
  // A clock that was ahead must not put it off for years.
  return maintainedAtMs === undefined || Math.abs(clock.nowMs() - maintainedAtMs) >= interval * hourMs;
}

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
