/**
 * How hard tests try. `full`: all the random inputs and kills that are promised, as `.ci/run` has it. `quick`: a tenth of
 * them, for a person who waits for the answer. A number: that many times the promise, for a night.
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
