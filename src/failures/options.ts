/** Settings of matching failures with known ones, under `failures.*`. */
export const failureOptions = {
  learnCircumstance: {
    description:
      'Whether lines that passing runs of a command print, too, are learned and no longer count as telling when it fails. Kept as keyed hashes, without text.',
    default: 'off',
    choices: ['on', 'off'],
  },
} as const;

/** What matching works with; frozen. */
export interface FailureSettings {
  /** Least score at which a known failure can be a clear match, 0–1. */
  readonly acceptScore: number;
  /** Least score at which a known failure is shown on request, 0–1. */
  readonly weakScore: number;
  /** Least lead of a clear match over every candidate with another fix, 0–1. */
  readonly clearMargin: number;
}

export const failureConstants: FailureSettings = { acceptScore: 0.55, weakScore: 0.42, clearMargin: 0.05 };

/** The slice that learning from runs reads. */
export interface CircumstanceSettings {
  readonly learnCircumstance: (typeof failureOptions)['learnCircumstance']['choices'][number];
}
