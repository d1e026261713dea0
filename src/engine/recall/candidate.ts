import type { FailureScore } from '../../failures/matching/score-failure.ts';
import type { AdmissionUnit } from '../../gate/admit.ts';
import type { ItemId } from '../../model/brands.ts';
import type { GraphReach } from '../../model/card.ts';
import type { MatchStrength } from '../../model/decision.ts';
import type { FailureComparison } from '../../model/failure.ts';
import { type Admission, type CandidateEvidence, type OmissionReason, untold } from '../../model/gate.ts';
import type { MemoryItem } from '../../model/memory-item.ts';
import { isTrustedAs } from '../../model/provenance.ts';
import type { ItemCandidate } from '../../retrieval/rank-items.ts';
import type { AnsweringCandidate } from '../../retrieval/rerank-answers.ts';

/**
 * A memory on its way through recall, with the findings of each stage: found, matched, checked, reached, decided. The
 * receipt is written from it.
 */
export interface Candidate extends ItemCandidate, AdmissionUnit, AnsweringCandidate {
  /** How well it fits the question. */
  readonly strength: MatchStrength;
  /** There when both are failures. */
  readonly comparison?: FailureScore;
  readonly sameness?: FailureComparison;
  /** An earlier memory of the same failure by the same person. */
  readonly saidBefore?: ItemId;
  /** How much the rejections in this session speak against the candidate, 0–1. */
  readonly sessionPenalty: number;
  /** It is shown for its neighbours, not for its words. */
  readonly reached?: GraphReach;
  /** Refused without a reason until it was checked. */
  readonly admission: Admission;
  /** Why it is not shown although it was admitted. */
  readonly omitted?: OmissionReason;
}

export const unchecked = {
  expired: false,
  admission: { admitted: false, refusals: [], warnings: [] },
} as const satisfies Partial<Candidate>;

/** Whether a person stands behind a memory, so that no agent could make it. */
export function isBelieved({ trust }: Pick<MemoryItem, 'trust'>): boolean {
  return isTrustedAs(trust, 'verified');
}

/** Returns the evidence of a candidate's fit for the gate; undefined when it was not compared as a failure. */
export function candidateEvidence({
  item: { source },
  comparison,
  sameness,
}: Pick<Candidate, 'comparison' | 'sameness'> & {
  readonly item: Pick<MemoryItem, 'source'>;
}): CandidateEvidence | undefined {
  if (comparison === undefined || sameness === undefined) return undefined;
  const { family, names, command, place, frames, environment } = comparison.evidence;
  // One frame in common is the script that was run; only further ones tell where it failed.
  const told = comparison.sharedFrames / (comparison.sharedFrames + 1);
  return {
    score: comparison.value,
    likeness: sameness.likeness,
    family: family ?? untold,
    entities: names ?? untold,
    command: command ?? untold,
    path: place ?? untold,
    stack: frames === undefined ? untold : frames * told,
    environment: environment ?? untold,
    // The cause of one failure names nothing that the other does not: a name that differs elsewhere is circumstance.
    conflicts: sameness.strength !== 'same' && comparison.conflicting.length > 0,
    // The fix of a transcript is known for one failure only: no person named another that it fits.
    isOther: sameness.strength !== 'same' && (sameness.isOther === true || source === 'transcript'),
  };
}
