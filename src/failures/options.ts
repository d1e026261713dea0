/** Settings of matching failures with known ones, under `failures.*`. */
export const failureOptions = {
  acceptScore: {
    description: 'A known failure that fits at least so well may be a clear match, 0–1.',
    default: 0.55,
    minimum: 0,
    maximum: 1,
  },
  weakScore: {
    description: 'Known failures that fit less well are not shown to whoever asks, 0–1.',
    default: 0.42,
    minimum: 0,
    maximum: 1,
  },
  clearMargin: {
    description: 'A clear match is ahead of every other one that says something else by so much, 0–1.',
    default: 0.05,
    minimum: 0,
    maximum: 1,
  },
} as const;

/** The slice of the settings that matching reads; frozen. */
export interface FailureSettings {
  readonly acceptScore: number;
  readonly weakScore: number;
  readonly clearMargin: number;
}
