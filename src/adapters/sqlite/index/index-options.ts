import type { Clock, Random } from '../../../ports/system.ts';

export interface IndexOptions {
  /** File of the index, or `:memory:`. */
  readonly path: string;
  readonly clock: Clock;
  /** Names this opener, for the lease. */
  readonly random: Random;
  readonly leaseMs: number;
  readonly busyTimeoutMs: number;
}
