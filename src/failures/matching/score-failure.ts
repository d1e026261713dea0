import type { ItemId } from '../../model/brands.ts';
import type { ScoreTree } from '../../model/evidence.ts';
import { compareNames } from './compare-names.ts';
import type { FailureQuery, KnownFailure } from './failure-sides.ts';
import { isSpecific, isTelling } from './failure-words.ts';
import {
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
  /** Number of informative words and names in both. */
  readonly sharedWords: number;
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
    sharedWords: sharedTerms(query, known) + names.shared.length,
    replaced,
    isOtherCause,
    sharesName: names.shared.some(isSpecific),
    evidence,
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

function sharedTerms({ terms }: FailureQuery, known: KnownFailure): number {
  let shared = 0;
  for (const term of terms.keys()) if (isTelling(term) && known.terms.has(term)) shared += 1;
  return shared;
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
