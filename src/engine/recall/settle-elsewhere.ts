import { countPlaces } from '../../failures/matching/checker-findings.ts';
import type { MemoryItem } from '../../model/memory-item.ts';
import type { CandidateMatch, MatchQuestion } from './match-candidate.ts';

/** Met so often, each time at another place, a finding is seen not to depend on its place. */
const placesUntilCircumstance = 2;

interface SettledCandidate extends CandidateMatch {
  readonly item: MemoryItem;
  readonly shownHere: boolean;
}

/**
 * What was done where a checker found the same elsewhere is offered unasked once the finding was met at two places, and where the very
 * failure is not known; otherwise it is only similar.
 */
export function settleElsewhere<Candidate extends SettledCandidate>(
  matched: readonly Candidate[],
  { failure }: MatchQuestion,
): readonly Candidate[] {
  if (failure === undefined || !matched.some(isElsewhere)) return matched;
  const known = matched.flatMap(({ item: { body } }) =>
    body?.kind === 'variant' ? [body.failure.errorLines] : [],
  );
  const isExact = matched.some((candidate) => candidate.strength === 'same' && !isElsewhere(candidate));
  if (!isExact && countPlaces(failure.findings(), known) >= placesUntilCircumstance) return matched;
  return matched.map((candidate) => (isElsewhere(candidate) ? onlySimilar(candidate) : candidate));
}

/** As the outputs were compared: what names another place is another failure to whoever weighs it. */
function onlySimilar<Candidate extends SettledCandidate>(candidate: Candidate): Candidate {
  const { likeness = 0, ...rest } = candidate.sameness ?? {};
  const sameness = { ...rest, likeness, strength: 'similar' } as const;
  return { ...candidate, strength: 'similar', sameness, shownHere: false };
}

function isElsewhere({ sameness }: CandidateMatch): boolean {
  return sameness?.isElsewhere === true;
}
