import type { Clock } from '../../ports/clock.ts';

/** The machine's clock. */
export const systemClock: Clock = { nowMs: () => Date.now() };
