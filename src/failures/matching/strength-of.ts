import type { MatchStrength } from '../../model/decision.ts';
import type { FailureComparison } from '../../model/failure.ts';
import type { FailureSettings } from '../options.ts';
import type { FailureScore } from './score-failure.ts';

/** What may be shown unasked is the very same failure, whatever F says; how well it fits otherwise is for whoever asks. */
export function strengthOf(
  { value }: FailureScore,
  { strength }: FailureComparison,
  { weakScore }: FailureSettings,
): MatchStrength {
  if (strength === 'same') return 'same';
  return value < weakScore ? 'different' : 'similar';
}
