import type { Clock } from '../../ports/system.ts';

/** The machine's clock. */
export const systemClock: Clock = { nowMs: () => Date.now() };
