import type { FaultCount } from './count-hook-faults.ts';
import type { FilledMemory } from './fill-memory.ts';
import type { MeasuredInstall } from './measure-install.ts';
import type { MeasuredServer } from './measure-server.ts';
import type { TimedHook } from './time-hook.ts';
import type { TimedWarmHook } from './time-warm-hook.ts';

/** Everything that the suite measures. */
export interface MeasuredDoors {
  readonly filled: FilledMemory;
  readonly hooks: readonly TimedHook[];
  readonly warmHooks: readonly TimedWarmHook[];
  readonly servers: readonly MeasuredServer[];
  readonly faultCounts: readonly FaultCount[];
  readonly install: MeasuredInstall;
  /** Changes in the clone by git. */
  readonly changes: string;
  /** Failures of real sessions; undefined without the data. */
  readonly realFailures: number | undefined;
}

/** Writes that are judged: the last ones, into the largest memory. */
export const lastWrites = 1_000;
