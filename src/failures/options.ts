/** Settings of matching; frozen. */
export interface FailureSettings {
  /** Least score at which a known failure can be a clear match, 0–1. */
  readonly acceptScore: number;
  /** Least score at which a known failure is shown on request, 0–1. */
  readonly weakScore: number;
  /** Least lead of a clear match over every candidate with another fix, 0–1. */
  readonly clearMargin: number;
}

export const failureConstants: FailureSettings = { acceptScore: 0.55, weakScore: 0.42, clearMargin: 0.05 };
