import { expect, it } from 'vitest';
import { times } from '../effort.ts';
import { runTrustChain } from './run-trust-chain.ts';

const chains = times(400);

it(`trust is not raised nor lent in ${chains} chains of acts`, async () => {
  let state = 7;
  // A linear congruential generator: the same chains in every run.
  const pick = <Value>(values: readonly Value[]): Value => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return values[(state >>> 8) % values.length] as Value;
  };
  for (let count = 0; count < chains; count++) {
    const { steps, laundered, raised } = await runTrustChain(pick);
    expect([laundered, raised], steps.join(' → ')).toEqual([[], []]);
  }
});
