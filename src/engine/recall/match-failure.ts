import { contestsFix } from '../../failures/matching/contests-fix.ts';
import { type JudgedCandidate, judgeMatch } from '../../failures/matching/judge-match.ts';
import type { FailureSettings } from '../../failures/options.ts';
import type { FailureMatch } from '../../model/evidence.ts';
import type { FailureComparison } from '../../model/failure.ts';
import type { MemoryItem } from '../../model/memory-item.ts';
import type { AdmittedCandidate } from './admit-candidates.ts';

/** How well a failure is known. A memory that was turned down is known, but may not be shown; the reason says so. */
export function matchFailure(
  candidates: readonly AdmittedCandidate[],
  settings: FailureSettings,
): FailureMatch {
  const match = judgeMatch(knownFailures(candidates), settings);
  const isTurnedDown = candidates.some(
    ({ strength, sameness, admission }) =>
      (strength !== 'different' || sameness?.strength === 'same') &&
      admission.refusals.includes('rejected_before'),
  );
  if (match.status !== 'abstain' || !isTurnedDown) return match;
  return { ...match, reason: 'what is known of it was turned down before' };
}

/** Those that may be shown: what was rejected, or is of another scope, says nothing of how well a failure is known. */
function knownFailures(candidates: readonly AdmittedCandidate[]): readonly JudgedCandidate[] {
  const others = candidates.filter(
    ({ item, admission }) => admission.admitted || (item.quarantined && item.status === 'active'),
  );
  return candidates.flatMap(({ comparison, sameness, item, admission }) =>
    admission.admitted && comparison !== undefined && sameness !== undefined
      ? [
          {
            score: comparison,
            sameness,
            fix: item.content,
            isContested: others.some((other) => contests(other, { item, sameness })),
          },
        ]
      : [],
  );
}

function contests(
  { item, sameness }: AdmittedCandidate,
  known: { readonly item: MemoryItem; readonly sameness: FailureComparison },
): boolean {
  // One that may not be merged is no other fix.
  const isMerge = item.body?.kind === 'variant' && item.body.doubt?.kind === 'merge';
  if (sameness === undefined || item.id === known.item.id || isMerge) return false;
  return contestsFix(toldFix(item, sameness), toldFix(known.item, known.sameness));
}

function toldFix({ content, trust }: MemoryItem, sameness: FailureComparison) {
  return { fix: content, trust, sameness };
}
