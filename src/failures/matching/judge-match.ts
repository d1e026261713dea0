import type { FailureMatch } from '../../model/evidence.ts';
import type { FailureComparison } from '../../model/failure.ts';
import { isTrustedAs, type Trust } from '../../model/provenance.ts';
import { describeCaveat } from '../../wording/describe-caveat.ts';
import { saysOtherwise } from '../fix-wording.ts';
import type { FailureSettings } from '../options.ts';
import { isNearer } from './compare-failures.ts';
import type { FailureScore } from './score-failure.ts';

/** A known failure that may be shown, with its score. */
export interface JudgedCandidate {
  readonly score: FailureScore;
  /** Whether it is the very same failure. */
  readonly sameness: FailureComparison;
  /** Its fix. Two candidates with the same fix do not compete. */
  readonly fix: string;
  /** Another fix may be the one that helps here (`contests-fix.ts`). */
  readonly isContested?: boolean;
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
 * How well the failure at hand is known: clear when it is the same as a known one, or when the best candidate fits well,
 * contradicts nothing and is ahead of every candidate with another fix.
 * @param candidates failures that may be shown, in any order
 */
export function judgeMatch(candidates: readonly JudgedCandidate[], settings: FailureSettings): FailureMatch {
  const same = candidates.filter(({ sameness }) => sameness.strength === 'same');
  const [first, ...others] = same;
  return first === undefined ? judgeSimilar(candidates, settings) : judgeSame(first, others);
}

function judgeSame(first: JudgedCandidate, others: readonly JudgedCandidate[]): FailureMatch {
  const best = others.reduce((one, other) => (isNearer(other.sameness, one.sameness) ? other : one), first);
  const { likeness: topScore, caveat } = best.sameness;
  if (best.isContested)
    return { status: 'ambiguous', topScore, margin: 0, reason: 'another fix is known for the same failure' };
  const but = caveat === undefined ? '' : `, but ${describeCaveat(caveat)}`;
  return {
    ...{ status: 'match', topScore, margin: topScore },
    reason: `it is the same failure${but}, and no other fix is known for it`,
  };
}

function judgeSimilar(candidates: readonly JudgedCandidate[], settings: FailureSettings): FailureMatch {
  const { best, rival } = bestOf(candidates);
  if (best === undefined)
    return { status: 'abstain', topScore: 0, margin: 0, reason: 'no failure like it is known' };
  const { value } = best.score;
  const judged = { topScore: value, margin: value - (rival?.score.value ?? 0) };
  if (value < settings.weakScore)
    return { status: 'abstain', ...judged, reason: 'no known failure is near enough' };
  const doubt = doubtOf(best, judged.margin, settings);
  return doubt === undefined
    ? { status: 'match', ...judged, reason: 'one known failure fits, and none other nearly as well' }
    : { status: 'ambiguous', ...judged, reason: doubt };
}

/** The best, and the best of those that say to do something else. */
function bestOf(candidates: readonly JudgedCandidate[]) {
  const [best, ...others] = candidates.toSorted(
    (a, b) => b.score.value - a.score.value || (a.score.id < b.score.id ? -1 : 1),
  );
  return { best, rival: best && others.find(({ fix }) => plain(fix) !== plain(best.fix)) };
}

function doubtOf(
  { score, sameness }: JudgedCandidate,
  margin: number,
  settings: FailureSettings,
): string | undefined {
  if (sameness.isOther) return sameness.reason;
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

interface ToldFix {
  readonly fix: string;
  /** How far its teller is believed. */
  readonly trust: Trust;
  /** How the failure that it was told for compares with the one at hand. */
  readonly sameness: FailureComparison;
}

/** Whether another fix may be the one that helps here, so that a person must say; a less trusted fix contests none. */
export function contestsFix(other: ToldFix, known: ToldFix): boolean {
  return (
    isTrustedAs(other.trust, known.trust) &&
    comesAsNear(other.sameness, known.sameness) &&
    saysOtherwise(other.fix, known.fix)
  );
}

/** A failure that differs in a name contests no fix of one that differs in none. */
function comesAsNear(other: FailureComparison, known: FailureComparison): boolean {
  return other.strength === 'same' && (other.caveat === undefined || known.caveat !== undefined);
}
