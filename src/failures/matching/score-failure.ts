import type { ItemId } from '../../model/brands.ts';
import type { FailureMatch, ScoreTree } from '../../model/evidence.ts';
import type { FailureComparison } from '../../model/failure.ts';
import { isTrustedAs, type Trust } from '../../model/provenance.ts';
import { describeCaveat } from '../../wording/descriptions.ts';
import { saysOtherwise } from '../fix-wording.ts';
import type { FailureSettings } from '../options.ts';
import { isNearer } from './compare-failures.ts';
import { compareNames } from './compare-names.ts';
import type { FailureQuery, KnownFailure } from './failure-sides.ts';
import { isSpecific } from './failure-words.ts';
import {
  countSharedFrames,
  type Evidence,
  gatherEvidence,
  matchWeights,
  messageLikeness,
  type PartName,
  type PartWeight,
} from './gather-evidence.ts';

/** How contradictions and earlier outcomes change the score. */
export const matchBounds = {
  /** Share subtracted when all names contradict. */
  conflictCut: 0.75,
  /** Largest effect of earlier outcomes, for a failure with hardly any informative words. */
  prior: 0.1,
  /** Number of informative words at which the effect of earlier outcomes is halved. */
  tellingEnough: 6,
} as const;

/** Facts about a memory besides its text. */
export interface FailureHistory {
  /** Probability that it helps again, 0–1; .5 when unknown. */
  readonly successPrior?: number;
  /** Penalty for rejections of it, or of similar memories, in this session, 0–1. */
  readonly sessionPenalty?: number;
}

/** F(q, c): how well a known failure fits the query. */
export interface FailureScore {
  readonly id: ItemId;
  /** 0–1. */
  readonly value: number;
  /** Names that contradict the known failure. */
  readonly conflicting: readonly string[];
  /**
   * Share of words that the other side lacks, 0–1; the smaller of both sides, because one output may simply be longer.
   */
  readonly replaced: number;
  /** Their failure families, or root causes, differ. */
  readonly isOtherCause: boolean;
  /** Both contain the same rare name. */
  readonly sharesName: boolean;
  /** Similarity of their messages about a place in the code, 0–1; undefined if one of them has none. */
  readonly messages: () => number | undefined;
  /** Strength of each kind of evidence, 0–1. */
  readonly evidence: Evidence;
  /** Inner frames that both passed through. */
  readonly sharedFrames: number;
  readonly explain: () => ScoreTree;
}

/**
 * Scores a known failure for the query (RSCB-MC, Eq. 7) from the evidence, the contradictions and the earlier outcomes.
 */
export function scoreFailure(
  query: FailureQuery,
  known: KnownFailure,
  history: FailureHistory = {},
): FailureScore {
  const names = compareNames(query, known);
  const { evidence, replaced, isOtherCause } = gatherEvidence(query, known, names);
  const factors: Factors = {
    evidence,
    prior: priorOf(query, history),
    conflict: 1 - matchBounds.conflictCut * names.conflict,
    session: 1 - (history.sessionPenalty ?? 0),
    conflicting: names.conflicting,
  };
  const value = combine(factors);
  return {
    id: known.id,
    value,
    conflicting: names.conflicting,
    replaced,
    isOtherCause,
    sharesName: names.shared.some(isSpecific),
    evidence,
    sharedFrames: countSharedFrames(query.failure, known.failure),
    messages: () => messageLikeness(query.failure.errorLines, known.lines),
    explain: () => explain(factors, value),
  };
}

interface Factors {
  readonly evidence: Evidence;
  readonly prior: number;
  readonly conflict: number;
  readonly session: number;
  readonly conflicting: readonly string[];
}

function combine({ evidence, prior, conflict, session }: Factors): number {
  return Math.min(1, Math.max(0, meanOf(evidence) + prior)) * conflict * session;
}

/**
 * Effect of earlier outcomes on the score. It is largest for a failure with few informative words, where the evidence
 * hardly decides, and always too small to outweigh clear evidence. Example: `exit status 1` alone.
 */
function priorOf({ tellingCount }: FailureQuery, { successPrior = 0.5 }: FailureHistory): number {
  const { prior, tellingEnough } = matchBounds;
  return (prior * (2 * successPrior - 1) * tellingEnough) / (tellingEnough + tellingCount);
}

function meanOf(evidence: Evidence): number {
  let sum = 0;
  let total = 0;
  for (const [name, value] of Object.entries(evidence)) {
    const weight = weightOf(name as PartName, value);
    sum += weight * value;
    total += weight;
  }
  return total === 0 ? 0 : sum / total;
}

function weightOf(name: PartName, value: number): number {
  const { weight, against }: PartWeight = matchWeights[name];
  return weight * (against + (1 - against) * value);
}

function explain({ evidence, prior, conflict, session, conflicting }: Factors, value: number): ScoreTree {
  const parts = Object.entries(evidence).map(([name, found]) => ({ name: name as PartName, found }));
  const total = parts.reduce((sum, { name, found }) => sum + weightOf(name, found), 0);
  const mean = {
    value: meanOf(evidence),
    description: 'evidence for it',
    parts: parts.map(({ name, found }) => {
      const weight = weightOf(name, found);
      const of = `${found.toFixed(2)} × ${weight.toFixed(3)} of ${total.toFixed(2)}`;
      return leaf((weight * found) / total, `${matchWeights[name].description}: ${of}`);
    }),
  };
  return {
    value,
    description: 'F(q, c): how well the known failure fits',
    parts: [
      mean,
      ...(prior === 0 ? [] : [leaf(prior, '+ what came of it before')]),
      ...(conflict === 1 ? [] : [leaf(conflict, `× it is not about ${conflicting.join(', ')}`)]),
      ...(session === 1 ? [] : [leaf(session, '× it, or one near it, was turned down in this session')]),
    ],
  };
}

function leaf(value: number, description: string): ScoreTree {
  return { value, description, parts: [] };
}

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
