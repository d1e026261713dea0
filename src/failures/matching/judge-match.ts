import type { FailureMatch } from '../../model/recorded-failure.ts';
import type { FailureSettings } from '../options.ts';
import type { FailureScore } from './score-failure.ts';

/** A known failure that may be shown, with its score. */
export interface JudgedCandidate {
  readonly score: FailureScore;
  /** Its fix. Two candidates with the same fix do not compete. */
  readonly fix: string;
}

/** Fewer common words may be chance, even with a high score. */
const fewestSharedWords = 2;
/**
 * Limits of replaced words: above them, two failures have similar wording but different meanings. The limit is high
 * when both share a name, because the other words may only describe other circumstances. It is low when their causes
 * differ, because then the differing words matter most.
 */
const mostReplaced = { otherCause: 0.1, aroundName: 0.45, otherwise: 0.2 } as const;

/**
 * Least similarity of the messages about a place: below it, the errors differ, even in the same file, test and command.
 */
const otherMessages = 0.4;

/**
 * Decides how well the queried failure is known. A match is clear when the best candidate has a high score, has no
 * contradiction, and leads every candidate with another fix.
 *
 * @param candidates failures that may be shown, in any order
 */
export function judgeMatch(candidates: readonly JudgedCandidate[], settings: FailureSettings): FailureMatch {
  const [best, ...others] = candidates.toSorted(
    (a, b) => b.score.value - a.score.value || (a.score.id < b.score.id ? -1 : 1),
  );
  if (best === undefined)
    return { status: 'abstain', topScore: 0, margin: 0, reason: 'no failure like it is known' };
  const { value } = best.score;
  const rival = others.find(({ fix }) => plain(fix) !== plain(best.fix))?.score.value ?? 0;
  const judged = { topScore: value, margin: value - rival };
  if (value < settings.weakScore)
    return { status: 'abstain', ...judged, reason: 'no known failure is near enough' };
  const doubt = doubtOf(best.score, judged.margin, settings);
  return doubt === undefined
    ? { status: 'match', ...judged, reason: 'one known failure fits, and none other nearly as well' }
    : { status: 'ambiguous', ...judged, reason: doubt };
}

function doubtOf(score: FailureScore, margin: number, settings: FailureSettings): string | undefined {
  if (score.conflicting.length > 0) return `the nearest is not about ${score.conflicting.join(', ')}`;
  if (score.sharedWords < fewestSharedWords) return 'too little is in common to be sure';
  if (score.replaced > limitOf(score)) return 'the nearest says something else in part';
  if ((score.messages() ?? 1) < otherMessages) return 'the nearest says another thing of the same place';
  if (score.value < settings.acceptScore) return 'the nearest fits only in part';
  return margin < settings.clearMargin ? 'another that says something else comes near' : undefined;
}

function limitOf({ isOtherCause, sharesName }: FailureScore): number {
  if (isOtherCause) return mostReplaced.otherCause;
  return sharesName ? mostReplaced.aroundName : mostReplaced.otherwise;
}

function plain(text: string): string {
  return text
    .toLowerCase()
    .replace(/[^a-z0-9\u0080-\uffff]+/g, ' ')
    .trim();
}
