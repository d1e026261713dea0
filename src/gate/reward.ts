import type { OutcomeKind } from '../model/decision.ts';
import { AfterwitError } from '../model/errors.ts';

/** Coefficients of Eq. 12, named after what they weigh. */
export interface RewardCoefficients {
  /** α */
  readonly verified: number;
  /** β */
  readonly accepted: number;
  /** κ */
  readonly correctAbstain: number;
  /** γ, taken off */
  readonly falsePositive: number;
  /** δ, taken off */
  readonly rejected: number;
  /** η, taken off for each millisecond */
  readonly latencyMs: number;
  /** λ, taken off for each token */
  readonly tokens: number;
}

/** Eq. 13. */
export const defaultReward: RewardCoefficients = {
  verified: 2,
  accepted: 1,
  correctAbstain: 0.5,
  falsePositive: 4,
  rejected: 1,
  latencyMs: 0.001,
  tokens: 0.01,
};

/** Version of the coefficients' meaning: models learned on another reward are learned again. */
export const rewardVersion = 1;

export interface ActionCost {
  readonly latencyMs: number;
  readonly tokens: number;
}

/**
 * Holds the design invariant γ > α > β of Eq. 14: a wrong memory costs more than the best one gives.
 * @throws INVALID_SETTING
 */
export function requireRewardOrder(reward: RewardCoefficients): RewardCoefficients {
  const { falsePositive, verified, accepted } = reward;
  if (falsePositive > verified && verified > accepted) return reward;
  throw new AfterwitError(
    'INVALID_SETTING',
    `The reward of the gate must keep gate.reward.falsePositive (${falsePositive}) above gate.reward.verified (${verified}), and that above gate.reward.accepted (${accepted}). Change one of them.`,
    {
      data: {
        source: 'gate.reward',
        key: 'gate.reward',
        expected: 'falsePositive > verified > accepted',
        found: '',
      },
    },
  );
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
  throw new AfterwitError('INVALID_ARGUMENT', `The cost ${name} is ${value}. Give a number of 0 or more.`, {
    data: { argument: name, found: String(value) },
  });
}
