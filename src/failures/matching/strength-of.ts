import type { MatchStrength } from '../../model/decision.ts';
import type { FailureProfile } from '../../model/failure.ts';
import type { FailureSettings } from '../options.ts';
import { compareFailures } from './compare-failures.ts';
import type { FailureScore } from './score-failure.ts';

/**
 * How strongly a known failure matches the query. `same` may be shown unasked, so a high F is not enough: the error
 * lines alone must match, and no name may contradict.
 */
export function strengthOf(
  { value, conflicting }: FailureScore,
  asked: FailureProfile,
  known: FailureProfile,
  { weakScore }: FailureSettings,
): MatchStrength {
  if (value < weakScore) return 'different';
  const isSame = conflicting.length === 0 && compareFailures(asked, known).strength === 'same';
  return isSame ? 'same' : 'similar';
}
