import type { SettingsOf } from '../model/settings-of.ts';

/** Settings of when a judge is asked, under `judging.*`; without a judge (`openMemory({ judge })`) they do nothing. */
export const judgingOptions = {
  timeoutMs: {
    description:
      'A judge, or all vectors of a question, are waited for no longer than this; then the order is as it would be without them.',
    default: 5_000,
    unit: 'milliseconds',
    minimum: 1,
    maximum: 120_000,
  },
} as const;

/** When a judge is asked, and how long it is waited for; frozen. */
export interface JudgingSettings extends SettingsOf<typeof judgingOptions> {
  /** A judge is asked where no memory is as likely the answer as this, 0–1. */
  readonly sureFrom: number;
  /** A judge is asked about memories whose chance to be the answer is below the likeliest by at most this share of it, 0–1. */
  readonly tieMargin: number;
  /** A judge is asked where one of the likeliest memories may lead astray, by an estimate of at least this, 0–1. */
  readonly riskThreshold: number;
  /** A judge is asked about so many of the likeliest memories at most. */
  readonly maxCandidates: number;
  /** A judge moves a memory by its utility (−0.3 to 0.88) times this, in log-odds of being the answer. */
  readonly weight: number;
}

export const judgingConstants = {
  sureFrom: 0.55,
  tieMargin: 0.1,
  riskThreshold: 0.5,
  maxCandidates: 8,
  weight: 3,
} as const;
