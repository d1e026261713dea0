import type { MatchStrength } from '../model/decision.ts';
import type { Stance } from '../model/preference-body.ts';

/** What the order of candidates is made from. */
export interface OrderedCandidate {
  readonly strength: MatchStrength;
  /** How well it fits, 0–1; equal for all where the order by words is to stand. */
  readonly fit: number;
  /** It follows a strategy that is wanted, or not wanted. */
  readonly stance?: Stance | undefined;
}

const strengths: readonly MatchStrength[] = ['same', 'similar', 'different'];

/** Fits that round to the same step count as equal: then a strategy that is wanted comes first. */
const fitSteps = 20;

/** Compares two candidates for sorting, the better one first; what is equal keeps its order. */
export function orderCandidates(a: OrderedCandidate, b: OrderedCandidate): number {
  return (
    strengths.indexOf(a.strength) - strengths.indexOf(b.strength) ||
    stepOf(b) - stepOf(a) ||
    preferenceFor(b) - preferenceFor(a) ||
    b.fit - a.fit
  );
}

function stepOf({ fit }: OrderedCandidate): number {
  return Math.round(fit * fitSteps);
}

function preferenceFor({ stance }: OrderedCandidate): number {
  if (stance === undefined) return 0;
  return stance === 'prefer' ? 1 : -1;
}
