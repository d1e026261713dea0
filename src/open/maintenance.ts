import { openMaintenanceLock } from '../adapters/sqlite/memory/memory-files.ts';
import { loadSettings } from '../config/load-settings.ts';
import type { Settings } from '../config/settings.ts';
import { maintain } from '../engine/upkeep/maintain.ts';
import { readUpkeepState } from '../engine/upkeep/merge-accesses.ts';
import type { MaintenanceReport } from '../model/answers/item-answers.ts';
import type { MemoryStore } from '../ports/memory-store.ts';
import type { Clock, Random, TokenCounter } from '../ports/system.ts';
import { bringCopiesUpToDate } from './forget-in-copies.ts';
import type { Watching } from './memory-dependencies.ts';

interface MaintenancePlace {
  readonly home: string;
  readonly store: MemoryStore;
  readonly clock: Clock;
  readonly random: Random;
  readonly tokens: TokenCounter;
}

const hourMs = 3_600_000;

/** Maintains the memory of a home with the settings of its user: no repository's own apply to all of them. */
export async function maintainHome(place: MaintenancePlace, options: Watching): Promise<MaintenanceReport> {
  const { home, store, clock, random, tokens } = place;
  const settings = settingsOf(place);
  const report = await maintain({
    ...{ store, clock, tokens, random, settings: settings.memory, gate: settings.gate },
    takeLease: () => openMaintenanceLock(home),
    ...options,
  });
  if (report.kind === 'done') await bringCopiesUpToDate({ home, clock });
  return report;
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
