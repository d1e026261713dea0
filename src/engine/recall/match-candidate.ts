import type { FailureAtHand } from '../../failures/matching/compare-failures.ts';
import { compareOccurrences } from '../../failures/matching/compare-occurrences.ts';
import { type FailureQuery, failureQuery, knownFailure } from '../../failures/matching/failure-sides.ts';
import { ReadSketch } from '../../failures/matching/read-sketch.ts';
import {
  type FailureHistory,
  type FailureScore,
  scoreFailure,
} from '../../failures/matching/score-failure.ts';
import type { FailureSettings } from '../../failures/options.ts';
import type { MatchStrength } from '../../model/decision.ts';
import type { FailureComparison, FailureProfile } from '../../model/failure.ts';
import type { QueryProfile } from '../../query/profile-query.ts';
import {
  type ItemCandidate,
  leastRelevance as leastWords,
  type RankedItems,
} from '../../retrieval/rank-items.ts';
import { sketchOf } from '../memory/sketch-of.ts';
import { once } from './once.ts';
import { isBelieved } from './with-believed.ts';

/** How well a candidate fits what is asked. */
export interface CandidateMatch {
  readonly strength: MatchStrength;
  /** There when both are failures. */
  readonly comparison?: FailureScore;
  readonly sameness?: FailureComparison;
}

/** Adds whether it is the failure at hand to a candidate that is too far by words to be shown, but may speak against one that is. */
export function compareFarCandidate<Candidate extends Pick<ItemCandidate, 'item'> & CandidateMatch>(
  candidate: Candidate,
  { atHand }: MatchQuestion,
): Candidate {
  const { body, content: fix } = candidate.item;
  const isCompared = (candidate.sameness?.likeness ?? 0) > 0;
  if (atHand === undefined || body?.kind !== 'variant' || isCompared) return candidate;
  return { ...candidate, sameness: compareOccurrences(atHand(), [() => [body.failure]], { sketchOf, fix }) };
}

interface MatchSettings {
  readonly failures: FailureSettings;
  /** Most candidates that are compared in full, by relevance; of those that a person stands behind, as many beside them. */
  readonly mostCompared: number;
}

/** Share of the best candidate's relevance from which on a candidate is compared in full. */
const comparedShare = 0.25;
/** Share of the score of what is shown to whoever asks, from which on what was printed is compared. */
const nearShare = 0.5;

const nothingAlike: FailureComparison = { likeness: 0, strength: 'different' };

/** The question, read once for all candidates. */
export interface MatchQuestion {
  readonly failure: FailureQuery | undefined;
  /** The failure at hand as it is compared line by line; read when it is first asked for. */
  readonly atHand: (() => FailureAtHand) | undefined;
  /** Least relevance of a candidate; with fewer common words it cannot match. */
  readonly leastRelevance: { readonly believed: number; readonly others: number };
  readonly settings: MatchSettings;
}

export function matchQuestion(
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

/** What came of a candidate before. */
interface CandidateHistory extends FailureHistory {
  readonly resolved: readonly FailureProfile[];
  readonly metAgain: () => readonly FailureProfile[];
}

/** Matches a candidate by its words. If both are failures, compares everything known about them. */
export function matchCandidate(
  { item, relevance }: Pick<ItemCandidate, 'item' | 'relevance'>,
  { failure: query, atHand, leastRelevance, settings }: MatchQuestion,
  { resolved, metAgain, ...history }: CandidateHistory,
): CandidateMatch {
  const least = leastRelevance[isBelieved(item) ? 'believed' : 'others'];
  if (query !== undefined && item.body?.kind === 'variant' && relevance < least)
    return { strength: 'different' };
  // How well a memory answers a question is judged by what it says, after it was found (`judge-answer.ts`).
  if (query === undefined) return { strength: 'similar' };
  const known = knownFailure(item, query.rarityOf, resolved, metAgain);
  if (atHand === undefined || known === undefined)
    return { strength: relevance >= leastWords ? 'similar' : 'different' };
  const comparison = scoreFailure(query, known, history);
  // What has next to nothing else in common did not print the same.
  const isNear = comparison.value >= nearShare * settings.failures.weakScore;
  const sameness = isNear
    ? compareOccurrences(atHand(), [() => known.met, known.metAgain], { sketchOf, fix: item.content })
    : nothingAlike;
  const isSimilar = comparison.value >= settings.failures.weakScore;
  // Only the same failure may be shown unasked; how well others fit is for those who ask.
  const strength = sameness.strength === 'same' ? 'same' : isSimilar ? 'similar' : 'different';
  return { strength, comparison, sameness };
}
