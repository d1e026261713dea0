import { AfterwitError } from '../model/errors.ts';

/** Settings of the gate, under `gate.*`. A repository's own file cannot set them. */
export const gateOptions = {
  policy: {
    description:
      'Policy that decides whether a memory is shown unasked. `plain_rule`: shows the one memory that fixed this very failure, or nothing. `never_inject`: shows nothing; decisions are still recorded. `full_rscb_mc`: the bandit of the RSCB-MC paper. `guarded_rscb_mc`: what `plain_rule` shows and, by a calibrated risk and under a ledger that bounds false positives, what is near; it learns from outcomes.',
    default: 'guarded_rscb_mc',
    choices: ['plain_rule', 'never_inject', 'full_rscb_mc', 'guarded_rscb_mc'],
  },
  falsePositiveShare: {
    description:
      'Share of the memories shown unasked and judged that may be false positives, α of the ledger. Beyond it and the allowance nothing is shown.',
    default: 0.1,
    minimum: 0.01,
    maximum: 0.5,
  },
  falsePositiveAllowance: {
    description: 'False positives that are allowed within 30 days beside that share, B of the ledger.',
    default: 5,
    minimum: 0,
    maximum: 100,
  },
  pendingCounts: {
    description:
      'Before what is shown unasked, what nobody has judged yet counts as wrong for a day. `estimated`: before what is shown by an estimate; a fix of the very same failure is shown as long as few enough were judged wrong. `all`: before that, too, so that the bound holds whatever is judged later; without judgements no more than the allowance is shown in a day.',
    default: 'estimated',
    choices: ['estimated', 'all'],
  },
  holdBackShare: {
    description:
      'Share of the memories that would be shown unasked and is held back at random: only so can be told what showing them is good for (`afterwit gate evaluate`). 0: none.',
    default: 0,
    minimum: 0,
    maximum: 0.5,
  },
  receiptDays: {
    description:
      'Days after which receipts of decisions are compacted: what was decided, from which numbers, and what came of it stays; how each score came about goes.',
    default: 90,
    unit: 'days',
    minimum: 31,
    maximum: 3650,
  },
  'reward.verified': {
    description: 'Reward of a memory that tests proved right.',
    default: 2,
    minimum: 0,
    maximum: 100,
  },
  'reward.accepted': {
    description: 'Reward of a memory that somebody accepted. Must be below `gate.reward.verified`.',
    default: 1,
    minimum: 0,
    maximum: 100,
  },
  'reward.correctAbstain': {
    description: 'Reward of showing nothing where what would have been shown is wrong.',
    default: 0.5,
    minimum: 0,
    maximum: 100,
  },
  'reward.falsePositive': {
    description: 'Penalty of a memory shown that is wrong. Must be above `gate.reward.verified`.',
    default: 4,
    minimum: 0,
    maximum: 100,
  },
  'reward.rejected': {
    description: 'Penalty of a memory shown that somebody turned down.',
    default: 1,
    minimum: 0,
    maximum: 100,
  },
  'reward.latencyMs': {
    description: 'Penalty of a millisecond.',
    default: 0.001,
    minimum: 0,
    maximum: 1,
  },
  'reward.tokens': {
    description: 'Penalty of a token shown.',
    default: 0.01,
    minimum: 0,
    maximum: 1,
  },
} as const;

/** Coefficients of the reward (RSCB-MC, Eq. 12), named after what they weigh; penalties are taken off. */
export interface RewardCoefficients {
  /** α */
  readonly verified: number;
  /** β */
  readonly accepted: number;
  /** κ */
  readonly correctAbstain: number;
  /** γ */
  readonly falsePositive: number;
  /** δ */
  readonly rejected: number;
  /** η */
  readonly latencyMs: number;
  /** λ */
  readonly tokens: number;
}

/** The slice of the settings that the gate reads; frozen. */
export interface GateSettings {
  readonly policy: (typeof gateOptions)['policy']['choices'][number];
  readonly falsePositiveShare: number;
  readonly falsePositiveAllowance: number;
  readonly pendingCounts: (typeof gateOptions)['pendingCounts']['choices'][number];
  readonly holdBackShare: number;
  readonly receiptDays: number;
  readonly reward: RewardCoefficients;
}

/**
 * Holds the design invariant γ > α > β of Eq. 14: a wrong memory costs more than the best one gives.
 * @throws INVALID_SETTING
 */
export function requireRewardOrder({ falsePositive, verified, accepted }: RewardCoefficients): void {
  if (falsePositive > verified && verified > accepted) return;
  const found = `${falsePositive}, ${verified}, ${accepted}`;
  throw new AfterwitError(
    'INVALID_SETTING',
    `The settings gate.reward.falsePositive, verified and accepted are ${found}. Each must be above the next: a wrong memory costs more than the best one gives. Change one of them.`,
    {
      data: {
        source: 'gate.reward',
        key: 'gate.reward.falsePositive',
        expected: 'falsePositive > verified > accepted',
        found,
      },
    },
  );
}
