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
