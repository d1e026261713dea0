import type { SettingsOf } from '../model/settings-of.ts';

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
      'Before what is shown unasked, a memory that was not judged yet counts as wrong for a day. `estimated`: before what is shown by an estimate; a fix of the very same failure is shown as long as few enough were judged wrong. `all`: before that, too, so that the bound holds whatever is judged later; without judgements no more than the allowance is shown in a day.',
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
} as const;

/** Coefficients of the reward (RSCB-MC, Eq. 12), named after their terms; penalties are subtracted. Eq. 14 asks for γ > α > β. */
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

/** Settings of the gate; frozen. */
export interface GateSettings extends SettingsOf<typeof gateOptions> {
  /** Days after which receipts of decisions are compacted: how each score came about goes. */
  readonly receiptDays: number;
  readonly reward: RewardCoefficients;
}

export const gateConstants = {
  receiptDays: 90,
  reward: {
    verified: 2,
    accepted: 1,
    correctAbstain: 0.5,
    falsePositive: 4,
    rejected: 1,
    latencyMs: 0.001,
    tokens: 0.01,
  },
} as const;
