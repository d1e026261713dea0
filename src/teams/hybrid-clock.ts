/** Milliseconds since 1970 and a counter. */
export type HybridTime = readonly [ms: number, counter: number];

/** How far ahead of this machine's clock another may be to be followed: one of 2090 must not drag the team along. */
const mostAheadMs = 5 * 60_000;

/** Returns the time of the next operation: later than every one before, at any time of the wall clock. */
export function tick([ms, counter]: HybridTime, wallMs: number): HybridTime {
  if (wallMs > ms) return [wallMs, 0];
  return counter < Number.MAX_SAFE_INTEGER ? [ms, counter + 1] : [ms + 1, 0];
}

/** The clock after an operation of another machine was seen. */
export function follow(own: HybridTime, seen: HybridTime, wallMs: number): HybridTime {
  return seen[0] > wallMs + mostAheadMs || compareTimes(seen, own) <= 0 ? own : seen;
}

export function compareTimes(one: HybridTime, other: HybridTime): number {
  return one[0] - other[0] || one[1] - other[1];
}
