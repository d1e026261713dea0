import type { Clock } from '../../../ports/clock.ts';

export interface IndexOptions {
  /** File of the index, or `:memory:`. */
  readonly path: string;
  readonly clock: Clock;
  /** Unique name of this opener, for the lease. */
  readonly holder: string;
  readonly leaseMs: number;
  readonly busyTimeoutMs: number;
}
