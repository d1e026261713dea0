import { isRefusedAlike } from '../../capture/command-lines.ts';
import { isHarmlessWithout } from '../../capture/is-harmless-command.ts';
import { saysOtherwise } from '../../failures/fix-wording.ts';
import {
  compareOccurrences,
  type FailureAtHand,
  giveSameReasons,
  ReadSketch,
} from '../../failures/matching/compare-failures.ts';
import { type FailureQuery, failureQuery, knownFailure } from '../../failures/matching/failure-sides.ts';
import { type FailureHistory, scoreFailure } from '../../failures/matching/score-failure.ts';
import type { FailureSettings } from '../../failures/options.ts';
import { isBinding } from '../../feedback/outcomes.ts';
import { sessionPenalty, standingOf } from '../../feedback/standing.ts';
import type { ItemId } from '../../model/brands.ts';
import type { Outcome } from '../../model/decision.ts';
import type { FailureComparison, FailureProfile } from '../../model/failure.ts';
import { type MemoryItem, seenFixOf } from '../../model/memory-item.ts';
import { isTrustedAs } from '../../model/provenance.ts';
import type { ItemReader } from '../../ports/memory-store.ts';
import type { QueryProfile } from '../../query/profile-failure.ts';
import { sketchOf } from '../../query/told/sketch-failure.ts';
import {
  type ItemCandidate,
  leastRelevance as leastWords,
  type RankedItems,
} from '../../retrieval/rank-items.ts';
import { once } from '../../text/once.ts';
import { mayBeFollowed, surplusIn } from '../../wording/leave-out.ts';
import { sessionRejections, sessionSubject, shownInSession } from '../decisions/read-decisions.ts';
import { type Candidate, isBelieved, unchecked } from './candidate.ts';
import type { Moment } from './moments.ts';

/** The question, its session and its moment. */
interface Asking extends Pick<Moment, 'asked' | 'mostCompared'> {
  readonly query: QueryProfile;
  readonly session: string | undefined;
  readonly nowMs: number;
}

/** Matches the found memories, in their order, with the question and their past. */
export function matchFound(
  reader: ItemReader,
  found: Pick<RankedItems, 'candidates' | 'rarityOf'>,
  { query, session, nowMs, asked, mostCompared }: Asking,
  failures: FailureSettings,
): readonly Candidate[] {
  const question = matchQuestion(query, found, { failures, mostCompared });
  const outcomes = reader.outcomesAbout(found.candidates.map(({ item }) => item.id));
  const resolved = query.failure === undefined ? new Map() : resolvedFailures(reader, outcomes);
  const rejections = sessionRejections(reader, session);
  const shown = once(() => (asked ? new Set() : shownInSession(reader, session, nowMs)));
  const matched = found.candidates.map((candidate): Candidate => {
    const { item } = candidate;
    const standing = standingOf(outcomes.get(item.id) ?? [], { nowMs, memory: item });
    const rejection = sessionPenalty(sessionSubject(item.id, item), rejections, nowMs);
    const match = matchCandidate(candidate, question, {
      successPrior: standing.successPrior,
      sessionPenalty: rejection.value,
      resolved: resolved.get(item.id) ?? [],
      metAgain: () => laterOccurrences(reader, item),
    });
    return {
      ...{ ...unchecked, ...candidate, ...match, standing },
      rejectedHere: rejection.silenced,
      sessionPenalty: rejection.value,
      shownHere: match.strength === 'same' && shown().has(item.id),
    };
  });
  const isKnown = matched.some(({ strength }) => strength === 'same');
  return isKnown
    ? keepLastWord(matched.map((candidate) => compareFarCandidate(candidate, question)))
    : matched;
}

/** Compares a candidate too far by words with the failure at hand: it may speak against a shown one. */
function compareFarCandidate(candidate: Candidate, { atHand }: MatchQuestion): Candidate {
  const { body, content: fix } = candidate.item;
  const isCompared = (candidate.sameness?.likeness ?? 0) > 0;
  if (atHand === undefined || body?.kind !== 'variant' || isCompared) return candidate;
  return { ...candidate, sameness: compareOccurrences(atHand(), [() => [body.failure]], { sketchOf, fix }) };
}

interface MatchSettings {
  readonly failures: FailureSettings;
  /** Most candidates compared in full, by relevance, and as many of a person's beside them. */
  readonly mostCompared: number;
}

/** Share of the best candidate's relevance from which on a candidate is compared in full. */
const comparedShare = 0.25;
/** Share of the weak score from which on the printed output is compared. */
const nearShare = 0.5;

const nothingAlike: FailureComparison = { likeness: 0, strength: 'different' };

/** The question, read once for all candidates. */
interface MatchQuestion {
  readonly failure: FailureQuery | undefined;
  /** The failure at hand as it is compared line by line; read when it is first asked for. */
  readonly atHand: (() => FailureAtHand) | undefined;
  /** Least relevance of a candidate; with fewer common words it cannot match. */
  readonly leastRelevance: { readonly believed: number; readonly others: number };
  readonly settings: MatchSettings;
}

function matchQuestion(
  { failure, command, words, printed, isCut }: QueryProfile,
  { candidates, rarityOf }: Pick<RankedItems, 'candidates' | 'rarityOf'>,
  settings: MatchSettings,
): MatchQuestion {
  const variants = candidates.filter(({ item }) => item.body?.kind === 'variant');
  const least = comparedShare * (relevanceAt(variants, 0) ?? 0);
  const leastOf = (compared: readonly ItemCandidate[]) =>
    Math.max(least, relevanceAt(compared, settings.mostCompared - 1) ?? 0);
  const believed = variants.filter(({ item }) => isBelieved(item));
  const leastRelevance = { believed: leastOf(believed), others: leastOf(variants) };
  return {
    failure: failure && failureQuery({ failure, command, words, rarityOf }),
    atHand:
      failure &&
      once(() => ({ profile: failure, sketch: new ReadSketch(sketchOf(failure)), printed, isCut })),
    leastRelevance,
    settings,
  };
}

function relevanceAt(candidates: readonly ItemCandidate[], place: number): number | undefined {
  return candidates.map(({ relevance }) => relevance).toSorted((a, b) => b - a)[place];
}

/** Past failures of a candidate, and its chances after them. */
interface CandidateHistory extends FailureHistory {
  readonly resolved: readonly FailureProfile[];
  readonly metAgain: () => readonly FailureProfile[];
}

/** Matches a candidate by its words. If both are failures, compares everything known about them. */
function matchCandidate(
  { item, relevance }: Pick<ItemCandidate, 'item' | 'relevance'>,
  { failure: query, atHand, leastRelevance, settings }: MatchQuestion,
  { resolved, metAgain, ...history }: CandidateHistory,
): Pick<Candidate, 'strength' | 'comparison' | 'sameness'> {
  const least = leastRelevance[isBelieved(item) ? 'believed' : 'others'];
  const isRefused = query !== undefined && isRefusedAsBefore(query, item);
  if (query !== undefined && item.body?.kind === 'variant' && relevance < least && !isRefused)
    return { strength: 'different' };
  // How well a memory answers a question is judged by its words, after it was found (`judge-answer.ts`).
  if (query === undefined) return { strength: 'similar' };
  const known = knownFailure(item, query.rarityOf, resolved, metAgain);
  if (atHand === undefined || known === undefined)
    return { strength: relevance >= leastWords ? 'similar' : 'different' };
  const comparison = scoreFailure(query, known, history);
  const fix = seenFixOf(item) ?? item.content;
  const isWayOut = mayBeLeftOut(fix, query.command ?? '');
  if (isRefused && isWayOut) return { strength: 'same', comparison, sameness: refusedAsBefore };
  // A failure with next to nothing else in common did not print the same, but perhaps its reasons.
  const isNear =
    comparison.value >= nearShare * settings.failures.weakScore ||
    known.met.some(({ sketch }) => sketch && giveSameReasons(atHand().sketch.sketch, sketch));
  const sameness = isNear
    ? compareOccurrences(atHand(), [() => known.met, known.metAgain], { sketchOf, fix: item.content })
    : nothingAlike;
  if (sameness.strength === 'same' && !isWayOut)
    return { strength: 'similar', comparison, sameness: notInCommand };
  const isSimilar = comparison.value >= settings.failures.weakScore;
  // Only the same failure may be shown unasked; how well others fit is for those who ask.
  const strength = sameness.strength === 'same' ? 'same' : isSimilar ? 'similar' : 'different';
  return { strength, comparison, sameness };
}

/** Whether the command has the part that a fix says to leave out, harmlessly so. True of any other fix. */
function mayBeLeftOut(fix: string, command: string): boolean {
  const surplus = surplusIn(fix);
  return surplus === undefined || (mayBeFollowed(fix, command) && isHarmlessWithout(surplus, command));
}

const refusedAsBefore: FailureComparison = { likeness: 1, strength: 'same' };

/** A word of its command line is refused, as one was when its fix was learned. */
function isRefusedAsBefore({ command, failure }: FailureQuery, item: MemoryItem): boolean {
  if (item.body?.kind !== 'variant') return false;
  const { command: failed, failure: known } = item.body;
  return isRefusedAlike(
    { command, output: failure.excerpt },
    { command: failed, output: known.excerpt },
    surplusIn(seenFixOf(item) ?? item.content),
  );
}

const notInCommand: FailureComparison = {
  ...{ likeness: 0, strength: 'similar' },
  reason: 'what it says to leave out is not in this command, or keeps it from harm',
};

/**
 * Keeps only the last of several fixes that one person told for the failure at hand; it names the one before. A fix of
 * another person, or of an agent, is a question for review instead.
 */
function keepLastWord(matched: readonly Candidate[]): readonly Candidate[] {
  return matched.map((candidate): Candidate => {
    if (candidate.strength !== 'same' || candidate.item.trust !== 'user') return candidate;
    const words = matched.filter((other) => isWordOfSame(candidate, other));
    const isLast = words.every(({ item }) => item.updatedAtMs <= candidate.item.updatedAtMs);
    if (!isLast) return { ...candidate, strength: 'similar', sameness: takenBack };
    const before = words.toSorted((a, b) => b.item.updatedAtMs - a.item.updatedAtMs)[0];
    return before === undefined ? candidate : { ...candidate, saidBefore: before.item.id };
  });
}

const takenBack: FailureComparison = {
  ...{ likeness: 0, strength: 'similar' },
  reason: 'the same person told another fix for it since',
};

function isWordOfSame({ item, sameness }: Candidate, other: Candidate): boolean {
  return (
    other.item.id !== item.id &&
    other.strength === 'same' &&
    other.item.trust === 'user' &&
    other.item.principal === item.principal &&
    // A failure that differs in a name has a fix of its own.
    (other.sameness?.caveat === undefined) === (sameness?.caveat === undefined) &&
    other.sameness?.caveat?.knownSays === sameness?.caveat?.knownSays &&
    saysOtherwise(other.item.content, item.content)
  );
}

/** Most occurrences of a failure that are read, the latest: a hook has no time for all. */
const mostRead = 5;

/**
 * Occurrences of a variant that were recorded after its first one, latest first. An occurrence that is
 * believed less cannot make a memory fit another failure, and one where the fix did not help is no answer.
 */
export function laterOccurrences(
  reader: Pick<ItemReader, 'itemsRelatedTo'>,
  { id, trust, body: known }: MemoryItem,
): readonly FailureProfile[] {
  if (known?.kind !== 'variant') return [];
  return reader.itemsRelatedTo(id, 'depends_on', mostRead).flatMap((occurrence) => {
    const { body, status, quarantined } = occurrence;
    if (body?.kind !== 'episode' || body.variantId !== id || body.outcome === 'unresolved') return [];
    if (status !== 'active' || quarantined || !isTrustedAs(occurrence.trust, trust)) return [];
    return isFirst(body.failure, known.failure) ? [] : [body.failure];
  });
}

/** The first occurrence is kept with the variant, too. */
function isFirst({ excerpt, sketch }: FailureProfile, first: FailureProfile): boolean {
  return excerpt === first.excerpt && String(sketch?.spine) === String(first.sketch?.spine);
}

/** Most receipts that are looked up, the latest of each memory: a hook has no time for all. */
const mostOfOne = 2;
const mostOfAll = 8;

/** The failures that memories are known, by a person or by tests, to have resolved: they were met in these too. */
export function resolvedFailures(
  reader: Pick<ItemReader, 'decision'>,
  outcomes: ReadonlyMap<ItemId, readonly Outcome[]>,
): ReadonlyMap<ItemId, readonly FailureProfile[]> {
  let left = mostOfAll;
  const found = new Map<ItemId, readonly FailureProfile[]>();
  for (const [id, told] of outcomes) {
    const verified = told.filter((outcome) => outcome.kind === 'verified' && isBinding(outcome));
    const decisions = [...new Set(verified.map(({ decisionId }) => decisionId))].slice(
      -Math.min(mostOfOne, left),
    );
    if (left === 0 || decisions.length === 0) continue;
    left -= decisions.length;
    found.set(
      id,
      decisions.flatMap((decision) => reader.decision(decision)?.failure ?? []),
    );
  }
  return found;
}
