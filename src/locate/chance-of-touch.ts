/**
 * Probability that a change which touched some functions touched one that is to be changed now: 1 − ∏ (1 − P(function)).
 * The functions of one file are not independent, so this promises a little too much where many are likely.
 */
export function chanceOfTouch(confidences: readonly number[]): number {
  return 1 - confidences.reduce((none, confidence) => none * (1 - confidence), 1);
}
