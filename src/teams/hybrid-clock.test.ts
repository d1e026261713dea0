import { expect, it } from 'vitest';
import { compareTimes, follow, type HybridTime, tick } from './hybrid-clock.ts';

it.each([
  ['a counter that is full', [1_000, Number.MAX_SAFE_INTEGER]],
  ['one of years ahead', [Number.MAX_SAFE_INTEGER, Number.MAX_SAFE_INTEGER]],
] as const)('goes on in numbers that each machine reads, whatever was seen: %s', (_, seen) => {
  let time: HybridTime = follow([900, 3], seen, 1_000);
  for (let at = 0; at < 3; at++) {
    const next = tick(time, 950);
    expect(compareTimes(next, time)).toBeGreaterThan(0);
    expect(next.every(Number.isSafeInteger)).toBe(true);
    time = next;
  }
  expect(tick(time, 5_000)).toEqual([5_000, 0]);
});
