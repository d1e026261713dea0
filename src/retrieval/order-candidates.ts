import type { MatchStrength } from '../model/decision.ts';
import type { Stance } from '../model/item-body.ts';

/** The facts that decide the order of candidates. */
export interface OrderedCandidate {
  readonly strength: MatchStrength;
  /** How well it fits, 0–1. */
  readonly fit: number;
  /** When it was last said; of those that fit equally well, the latest comes first. Absent where only the fit counts. */
  readonly saidAtMs?: number | undefined;
  /** It follows a strategy that is wanted, or not wanted. */
  readonly stance?: Stance | undefined;
}

const strengths: readonly MatchStrength[] = ['same', 'similar', 'different'];

/** Fits that round to the same step count as equal; then a preferred strategy comes first. */
const fitSteps = 20;

/** Compares two candidates for a stable sort, better one first. */
export function orderCandidates(a: OrderedCandidate, b: OrderedCandidate): number {
  return (
    strengths.indexOf(a.strength) - strengths.indexOf(b.strength) ||
    stepOf(b) - stepOf(a) ||
    preferenceFor(b) - preferenceFor(a) ||
    (b.saidAtMs ?? 0) - (a.saidAtMs ?? 0) ||
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
