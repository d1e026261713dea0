/**
 * The effort of tests. `full`: all promised random inputs, kills and rows, as in `.ci/run`. `quick`: a tenth of them, and a
 * quarter of a large table, for a waiting person. A number: that many times the promise, for a night.
 */
const effort = process.env.TEST_EFFORT ?? 'quick';
const share = effort === 'full' ? 1 : effort === 'quick' ? 1 / 10 : Number(effort);
if (!(share > 0)) throw new Error(`TEST_EFFORT is "full", "quick" or a number above 0, not "${effort}".`);

/** Whether more is tried than promised, so that what was measured on the way is worth printing. */
export const isBeyondPromise = share > 1;

/** Whether all is tried that is promised. A test that says so runs then only; what stands in for it at quick effort stands beside it. */
export const isFull = share >= 1;

/** How often to do something that is promised for so many times: random inputs, kills, damages. `quick`: where a tenth is dear. */
export function times(promised: number, quick = promised / 10): number {
  return Math.ceil(effort === 'quick' ? quick : promised * share);
}

/** Size of something that only costs time, such as a history: as promised, or smaller at quick effort. */
export function sized(promised: number, quick: number): number {
  return isFull ? promised : quick;
}

/**
 * Rows of a promised table: all at full effort, one of four at quick effort, chosen by `turn`, so that nested tables reach all of
 * their rows.
 */
export function some<T>(rows: readonly T[], turn = 0): readonly T[] {
  return isFull ? rows : rows.filter((_, at) => (at + turn) % 4 === 0);
}
