import { runTrustChain } from '../../tests/trust/run-trust-chain.ts';
import type { SecurityPart } from './security-part.ts';

/** Chains of what agents and a person do about memories: trust rises with no step in which no person read the very text. */
export const latticePart: SecurityPart = {
  promise: 'trust never rises without a person who read the very text',
  most: 10_000,
  step: 1_000,
  async run({ count, random, signal, progress }) {
    let cases = 0;
    let laundered = 0;
    let raised = 0;
    const failures: string[] = [];
    for (; cases < count && !signal.aborted; cases++) {
      const chain = await runTrustChain((values) => random.pick(values));
      if (chain.laundered.length > 0) laundered += 1;
      if (chain.raised.length > 0) raised += 1;
      const faults = [...chain.laundered, ...chain.raised];
      if (faults.length > 0) failures.push(`${chain.steps.join(' → ')}: ${faults.join('; ')}`);
      if (cases % 100 !== 99) continue;
      progress(cases + 1, count);
      // A chain waits for nothing outside, so that without this it could not be stopped.
      await new Promise((resolve) => setImmediate(resolve));
    }
    return {
      figures: { chains: cases, laundered, lattice_violations: raised },
      findings: [
        { promise: 'a text that no person read is not believed', cases, broken: laundered },
        { promise: 'no act of an agent raises the trust of a memory', cases, broken: raised },
      ],
      failures,
    };
  },
};
