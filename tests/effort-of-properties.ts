import { configureGlobal } from 'fast-check';
import { isBeyondPromise, times } from './effort.ts';

/**
 * The same inputs in each run, so that a change is judged by what it changes. New inputs are looked for on purpose:
 * `TEST_SEED=random`, or more effort than is promised. A failure prints its seed; `TEST_SEED=SEED` repeats it.
 */
function seedOfProperties(): number | undefined {
  const named = process.env.TEST_SEED ?? (isBeyondPromise ? 'random' : '1729');
  if (named === 'random') return undefined;
  if (!/^-?\d+$/.test(named)) throw new Error(`TEST_SEED is "random" or a whole number, not "${named}".`);
  return Number(named);
}

const seed = seedOfProperties();

/** Runs of fast-check where a test names no number. */
configureGlobal({ numRuns: times(100), ...(seed === undefined ? {} : { seed }) });
