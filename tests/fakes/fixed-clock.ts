import type { Clock } from '../../src/ports/system.ts';

/** A clock that stands still until it is told to go on. */
export interface FixedClock extends Clock {
  advance(ms: number): void;
}

export function fixedClock(startMs = Date.UTC(2026, 0, 2)): FixedClock {
  let nowMs = startMs;
  return {
    nowMs: () => nowMs,
    advance(ms) {
      nowMs += ms;
    },
  };
}
