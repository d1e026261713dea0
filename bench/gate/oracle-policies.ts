import { availableActions, shownCandidates } from '../../src/gate/actions.ts';
import type { RewardCoefficients } from '../../src/gate/options.ts';
import { defaultReward } from '../../src/gate/reward.ts';
import { judgeStep, type ReplayCase, type ReplayStep } from './replay-policy.ts';

const successes: readonly string[] = ['verified', 'accepted', 'correct_abstain'];

/** Whether an outcome is one that the paper counts as a success. */
export function isSuccess({ kind }: Pick<ReplayStep, 'kind'>): boolean {
  return successes.includes(kind);
}

/**
 * Knows the result of every action. `success` takes the cheapest success, the paper's upper bound; `reward`, the largest reward.
 * Neither can be built.
 */
export function replayOracle(
  cases: readonly ReplayCase[],
  aim: 'success' | 'reward',
  reward: RewardCoefficients = defaultReward,
): readonly ReplayStep[] {
  return cases.map((one) => {
    const { candidates, budgetTokens } = one.observation;
    const steps = availableActions(candidates, budgetTokens).map((action) => ({
      ...judgeStep(
        one,
        action,
        shownCandidates(action, candidates).map(({ itemId }) => itemId),
        reward,
      ),
      decideUs: 0,
    }));
    const worth = (step: ReplayStep) =>
      aim === 'reward'
        ? step.reward
        : (isSuccess(step) ? 1_000 : 0) + (step.kind === 'false_positive' ? -1_000 : 0) + step.reward;
    return steps.toSorted((a, b) => worth(b) - worth(a))[0] as ReplayStep;
  });
}
