/**
 * How hard tests try. `full`: all the random inputs, kills and rows that are promised, as `.ci/run` has it. `quick`: a tenth
 * of them, and of a large table a quarter, for a person who waits for the answer. A number: that many times the promise, for a night.
 */
const effort = process.env.TEST_EFFORT ?? 'quick';
const share = effort === 'full' ? 1 : effort === 'quick' ? 1 / 10 : Number(effort);
if (!(share > 0)) throw new Error(`TEST_EFFORT is "full", "quick" or a number above 0, not "${effort}".`);

/** Whether more is tried than promised, so that what was measured on the way is worth printing. */
export const isBeyondPromise = share > 1;

/** How often to do something that is promised for so many times: random inputs, kills, damages. */
export function times(promised: number): number {
  return Math.ceil(promised * share);
}

/** How large to make something that only costs time when it is larger, such as a history: as promised, or, at quick effort, smaller. */
export function sized(promised: number, quick: number): number {
  return share >= 1 ? promised : quick;
}

/**
 * Some of the rows of a table that is promised whole: all of them at full effort; at quick one of four. Which one, `turn` says,
 * so that tables within tables come to all of their rows.
 */
export function some<T>(rows: readonly T[], turn = 0): readonly T[] {
  return share >= 1 ? rows : rows.filter((_, at) => (at + turn) % 4 === 0);
}
