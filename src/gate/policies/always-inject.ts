import { silenceOf } from '../overrides.ts';
import { learnsNothing, type Policy } from '../policy.ts';
import { fixesAmong, shownCandidates } from '../shown-candidates.ts';
import { plainScore } from './score-verdict.ts';

/** The other baseline: shows the best memory whenever there is one. */
export const alwaysInject: Policy = {
  name: 'always_inject',
  version: 1,
  ...learnsNothing,
  decide({ candidates, nearCount, budgetTokens }) {
    const fits = (fixesAmong(candidates)[0]?.tokenCost ?? Number.POSITIVE_INFINITY) <= budgetTokens;
    const action = fits ? 'top1_resolution' : silenceOf(nearCount);
    return {
      policy: this.name,
      policyVersion: this.version,
      action,
      propensity: 1,
      reason: 'this policy shows the best memory there is',
      actionScores: [{ action, score: plainScore(1, 'the only action it takes') }],
      shows: shownCandidates(action, candidates).map(({ itemId }) => itemId),
    };
  },
};
