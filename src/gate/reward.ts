import type { OutcomeKind } from '../model/decision.ts';
import { invalidArgument } from '../model/errors.ts';
import { gateConstants, type RewardCoefficients } from './options.ts';

/** Eq. 13. */
export const defaultReward: RewardCoefficients = gateConstants.reward;

/** Version of the coefficients' meaning: models learned on another reward are learned again. */
export const rewardVersion = 1;

export interface ActionCost {
  readonly latencyMs: number;
  readonly tokens: number;
}

/**
 * The reward of Eq. 12. `missed` and `ignored` earn nothing beside their cost.
 * @throws INVALID_ARGUMENT when a cost is no number, or negative
 */
export function rewardOf(
  kind: OutcomeKind | undefined,
  cost: ActionCost,
  reward: RewardCoefficients,
): number {
  requireCost('latencyMs', cost.latencyMs);
  requireCost('tokens', cost.tokens);
  return gainOf(kind, reward) - reward.latencyMs * cost.latencyMs - reward.tokens * cost.tokens;
}

function gainOf(kind: OutcomeKind | undefined, reward: RewardCoefficients): number {
  switch (kind) {
    case 'verified':
      return reward.verified;
    case 'accepted':
      return reward.accepted;
    case 'correct_abstain':
      return reward.correctAbstain;
    case 'false_positive':
      return -reward.falsePositive;
    case 'rejected':
      return -reward.rejected;
    default:
      return 0;
  }
}

function requireCost(name: string, value: number): void {
  if (Number.isFinite(value) && value >= 0) return;
  throw invalidArgument(`The cost ${name} is ${value}. Give a number of 0 or more.`, {
    argument: name,
    found: String(value),
  });
}
