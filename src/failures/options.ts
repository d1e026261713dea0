/** Settings of matching failures with known ones, under `failures.*`. */
export const failureOptions = {
  acceptScore: {
    description: 'Least score at which a known failure can be a clear match, 0–1.',
    default: 0.55,
    minimum: 0,
    maximum: 1,
  },
  weakScore: {
    description: 'Least score at which a known failure is shown on request, 0–1.',
    default: 0.42,
    minimum: 0,
    maximum: 1,
  },
  clearMargin: {
    description: 'Least lead of a clear match over every candidate with another fix, 0–1.',
    default: 0.05,
    minimum: 0,
    maximum: 1,
  },
  learnCircumstance: {
    description:
      'Whether lines that passing runs of a command print, too, are learned and no longer count as telling when it fails. Kept as keyed hashes, without text.',
    default: 'off',
    choices: ['on', 'off'],
  },
} as const;

/** The slice of the settings that matching reads; frozen. */
export interface FailureSettings {
  readonly acceptScore: number;
  readonly weakScore: number;
  readonly clearMargin: number;
}

/** The slice that learning from runs reads. */
export interface CircumstanceSettings {
  readonly learnCircumstance: (typeof failureOptions)['learnCircumstance']['choices'][number];
}
