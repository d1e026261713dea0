import { expect, it } from 'vitest';
import { exampleDecision } from '../../tests/contract/memory-store/example-items.ts';
import type { GateSettings } from './options.ts';
import { plainRule } from './policies.ts';
import { replayLog } from './replay-log.ts';

/** All that a rule and the ledger ask for. */
const settings = { falsePositiveShare: 0.1, holdBackShare: 0 } as GateSettings;

it('decides again what does not say how far the log was known', () => {
  const receipt = exampleDecision('d1', {
    verdict: {
      ...{
        policy: 'plain_rule',
        policyVersion: 1,
        action: 'abstain',
        propensity: 1,
        reason: '',
        actionScores: [],
      },
      seen: { candidates: [], nearCount: 1, budgetTokens: 400 },
    },
  });
  const { replayed } = replayLog(
    { decisions: [{ sequence: 1, receipt }], outcomes: [] },
    plainRule,
    settings,
  );
  expect(replayed.map(({ verdict }) => verdict.action)).toEqual(['abstain']);
});
