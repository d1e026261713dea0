import type { ItemId } from '../model/brands.ts';
import type { Outcome, OutcomeCounts, OutcomeKind, Standing } from '../model/decision.ts';
import type { MemoryItem } from '../model/memory-item.ts';
import { isTrustedAs } from '../model/provenance.ts';
import { isBinding, isNegative, isPositive, lastWords } from './outcomes.ts';

/** Half-life of a judgement: fixes age as the code changes. */
const halfLifeMs = 90 * 24 * 60 * 60 * 1_000;

/** Weight of each judgement, proportional to its reward (RSCB-MC, Eq. 13) relative to `verified`. */
const weights: Partial<Record<OutcomeKind, number>> = {
  verified: 1,
  accepted: 0.5,
  rejected: 0.5,
  false_positive: 2,
};
const weightOfGuess = 0.5;

/** Number of prior pseudo-judgements, half of them good. */
const imagined = 2;

/**
 * A memory with at least this many negative judgements, and this share of them, counts as rejected, even if
 * the last judgement was good (spec of the gate, override).
 */
const oftenWrong = { count: 2, rate: 0.5 } as const;

interface StandingRequest {
  readonly nowMs: number;
  /** The memory, as far as it says who vouched for it, and when. */
  readonly memory: Pick<MemoryItem, 'trust' | 'vouchedAtMs'>;
}

/** Standing of a memory, by its outcomes in order of reporting. Agents and sessions cannot lower that of a vouched one. */
export function standingOf(
  outcomes: readonly Outcome[],
  { nowMs, memory: { trust, vouchedAtMs = Number.NEGATIVE_INFINITY } }: StandingRequest,
): Standing {
  const isVouched = isTrustedAs(trust, 'verified');
  const words = lastWords(outcomes).filter((word) => !(isVouched && isNegative(word) && !isBinding(word)));
  const judgements = words.filter((word) => isPositive(word) || isNegative(word));
  const rejectedBy = whoRejects(judgements.filter(({ atMs }) => atMs > vouchedAtMs));
  return {
    outcomes: countKinds(words),
    ...(rejectedBy === undefined ? {} : { rejectedBy }),
    successPrior: successPrior(judgements, nowMs),
  };
}

function whoRejects(judgements: readonly Outcome[]): Standing['rejectedBy'] {
  const binding = judgements.findLast(isBinding);
  if (binding !== undefined && isNegative(binding)) return 'person';
  const sinceItHelped = judgements.slice(judgements.findLastIndex(isPositive) + 1);
  return sinceItHelped.length > 0 || isOftenWrong(judgements) ? 'agent' : undefined;
}

function isOftenWrong(judgements: readonly Outcome[]): boolean {
  const wrong = judgements.filter(({ kind }) => kind === 'false_positive').length;
  return wrong >= oftenWrong.count && wrong / judgements.length >= oftenWrong.rate;
}

/** Shrunk towards one half, so that few judgements do not give an extreme value. */
function successPrior(judgements: readonly Outcome[], nowMs: number): number {
  let good = imagined / 2;
  let all = imagined;
  for (const judgement of judgements) {
    const age = Math.max(0, nowMs - judgement.atMs) / halfLifeMs;
    const weight = (weights[judgement.kind] ?? 0) * (isBinding(judgement) ? 1 : weightOfGuess) * 2 ** -age;
    all += weight;
    if (isPositive(judgement)) good += weight;
  }
  return good / all;
}

/** How often each outcome was last said of a memory, by a person or an agent. */
export function countOutcomes(outcomes: readonly Outcome[]): OutcomeCounts {
  return countKinds(lastWords(outcomes));
}

function countKinds(words: readonly Outcome[]): OutcomeCounts {
  const counts: Partial<Record<OutcomeKind, number>> = {};
  for (const { kind } of words) counts[kind] = (counts[kind] ?? 0) + 1;
  return counts;
}

/** A memory with the properties that make others similar to it. */
export interface SessionSubject {
  readonly itemId: ItemId;
  readonly patternId?: ItemId | undefined;
  readonly family?: string | undefined;
}

export interface SessionRejection extends SessionSubject {
  readonly atMs: number;
}

/** Effect of a session's rejections on one memory. */
export interface SessionPenalty {
  /** True when it was rejected itself; it is then not shown again in this session. */
  readonly silenced: boolean;
  /** Reduction of its score, 0–1. */
  readonly value: number;
}

const ttlMs = 6 * 60 * 60 * 1_000;
const penaltyHalfLifeMs = 30 * 60 * 1_000;
const salience = 0.9;
const shares = { itself: 1, samePattern: 0.6, sameFamily: 0.2 } as const;

/** Memories whose last judgement in a session was negative, with its time. */
export function rejectedInSession(outcomes: readonly Outcome[]): readonly (readonly [ItemId, number])[] {
  return lastWords(outcomes).flatMap((word) =>
    word.itemId !== undefined && isNegative(word) ? [[word.itemId, word.atMs] as const] : [],
  );
}

/** Only the strongest of several rejections counts, because many rejections by one agent are not more evidence. */
export function sessionPenalty(
  subject: SessionSubject,
  rejections: readonly SessionRejection[],
  nowMs: number,
): SessionPenalty {
  const weights = rejections.map((rejection) => {
    const ageMs = Math.max(0, nowMs - rejection.atMs);
    return ageMs > ttlMs ? 0 : salience * nearness(subject, rejection) * 2 ** (-ageMs / penaltyHalfLifeMs);
  });
  return {
    silenced: rejections.some(({ itemId }) => itemId === subject.itemId),
    value: Math.max(0, ...weights),
  };
}

function nearness(subject: SessionSubject, rejected: SessionSubject): number {
  if (subject.itemId === rejected.itemId) return shares.itself;
  if (isEqual(subject.patternId, rejected.patternId)) return shares.samePattern;
  return isEqual(subject.family, rejected.family) ? shares.sameFamily : 0;
}

function isEqual(one: string | undefined, other: string | undefined): boolean {
  return one !== undefined && one === other;
}
