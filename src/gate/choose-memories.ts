import type { MatchStrength, PolicyVerdict } from '../model/decision.ts';
import type { Admission, OmissionReason } from '../model/gate.ts';

/** A candidate after both stages of the gate. */
export type ChosenMemory<Candidate> = Candidate & {
  readonly admission: Admission;
  /** Why it is not shown although it was admitted. */
  readonly omitted?: OmissionReason;
};

interface Choice<Candidate> {
  /** Best first. */
  readonly candidates: readonly Candidate[];
  /** One for each candidate. */
  readonly admissions: readonly Admission[];
  /** Absent when memories were asked for. */
  readonly verdict: PolicyVerdict | undefined;
  /** Maximum number of memories to show. */
  readonly topK: number;
  /** Whether one may answer what was asked in words. Default: all may. */
  readonly mayAnswer?: ((candidate: Candidate) => boolean) | undefined;
}

const refused: Admission = { admitted: false, refusals: [], warnings: [] };

/**
 * Applies the decision. Unasked: the memories that the action shows. On request: the best of all that fit the query.
 */
export function chooseMemories<Candidate extends { readonly strength: MatchStrength }>({
  candidates,
  admissions,
  verdict,
  topK,
  mayAnswer = () => true,
}: Choice<Candidate>): ChosenMemory<Candidate>[] {
  const limit = verdict === undefined ? topK : Math.min(topK, shownBy(verdict));
  let chosen = 0;
  return candidates.map((candidate, position) => {
    const admission = admissions[position] ?? refused;
    const considered = { ...candidate, admission };
    if (!admission.admitted) return considered;
    const isFull = chosen >= limit;
    const omitted =
      omissionOf(candidate.strength, verdict, isFull) ??
      (mayAnswer(candidate) ? undefined : ('unlikely_answer' as const));
    if (omitted === undefined) chosen += 1;
    return omitted === undefined ? considered : { ...considered, omitted };
  });
}

function omissionOf(
  strength: MatchStrength,
  verdict: PolicyVerdict | undefined,
  isFull: boolean,
): OmissionReason | undefined {
  if (verdict === undefined) {
    if (strength === 'different') return 'no_strong_match';
    return isFull ? 'not_among_the_best' : undefined;
  }
  if (strength !== 'same') return 'no_strong_match';
  if (shownBy(verdict) === 0) return 'policy';
  return isFull ? 'not_among_the_best' : undefined;
}

/** Number of memories that an action shows. */
function shownBy({ action }: PolicyVerdict): number {
  if (action === 'top1_resolution') return 1;
  return action === 'top3_summary' ? 3 : 0;
}
