/** Settings of when a judge is asked, under `judging.*`; without a judge (`openMemory({ judge })`) they do nothing. */
export const judgingOptions = {
  tieMargin: {
    description:
      'A judge is asked about memories that are less likely the answer than the likeliest by no more than this share of its chance, 0–1. 0: only where they are equally likely.',
    default: 0.1,
    minimum: 0,
    maximum: 1,
  },
  riskThreshold: {
    description:
      'A judge is asked where one of the likeliest memories may lead astray, by an estimate of at least this: it is stale, is doubted or did not help before, 0–1.',
    default: 0.5,
    minimum: 0,
    maximum: 1,
  },
  maxCandidates: {
    description: 'A judge is asked about the likeliest memories, no more than this.',
    default: 5,
    unit: 'memories',
    minimum: 2,
    maximum: 20,
  },
  timeoutMs: {
    description: 'A judge is waited for no longer than this; then the order is as it would be without one.',
    default: 5_000,
    unit: 'milliseconds',
    minimum: 1,
    maximum: 120_000,
  },
} as const;

/** When a judge is asked, and how long it is waited for; frozen. */
export interface JudgingSettings {
  readonly tieMargin: number;
  readonly riskThreshold: number;
  readonly maxCandidates: number;
  readonly timeoutMs: number;
}
