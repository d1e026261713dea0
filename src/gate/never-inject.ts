import { learnsNothing, type Policy } from './policy.ts';

/** The baseline policy: never shows a memory unasked. */
export const neverInject: Policy = {
  name: 'never_inject',
  version: 1,
  ...learnsNothing,
  decide({ nearCount }) {
    const action = nearCount === 0 ? 'no_memory' : 'abstain';
    return {
      policy: this.name,
      policyVersion: this.version,
      action,
      propensity: 1,
      reason: 'this policy never shows a memory unasked',
      actionScores: [{ action, score: { value: 0, description: 'the only action it takes', parts: [] } }],
    };
  },
};
