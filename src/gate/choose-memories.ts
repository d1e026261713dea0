import type { MatchStrength, PolicyVerdict } from '../model/decision.ts';
import type { Admission, OmissionReason } from '../model/gate.ts';
import type { ItemId } from '../model/memory-item.ts';
import { shownBy } from './actions.ts';

/** A candidate after both stages of the gate. */
export type ChosenMemory<Candidate> = Candidate & {
  readonly admission: Admission;
  /** Why it is not shown although it was admitted. */
  readonly omitted?: OmissionReason;
};

interface ChoosableMemory {
  readonly item: { readonly id: ItemId };
  readonly strength: MatchStrength;
}

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
export function chooseMemories<Candidate extends ChoosableMemory>({
  candidates,
  admissions,
  verdict,
  topK,
  mayAnswer = () => true,
}: Choice<Candidate>): ChosenMemory<Candidate>[] {
  const limit = verdict === undefined ? topK : Math.min(topK, shownBy[verdict.action]);
  let chosen = 0;
  return candidates.map((candidate, position) => {
    const admission = admissions[position] ?? refused;
    const considered = { ...candidate, admission };
    if (!admission.admitted) return considered;
    const isFull = chosen >= limit;
    const omitted =
      omissionOf(candidate, verdict, isFull) ??
      (mayAnswer(candidate) ? undefined : ('unlikely_answer' as const));
    if (omitted === undefined) chosen += 1;
    return omitted === undefined ? considered : { ...considered, omitted };
  });
}

function omissionOf(
  { strength, item }: ChoosableMemory,
  verdict: PolicyVerdict | undefined,
  isFull: boolean,
): OmissionReason | undefined {
  if (verdict === undefined) {
    if (strength === 'different') return 'no_strong_match';
    return isFull ? 'not_among_the_best' : undefined;
  }
  const isWanted = verdict.shows?.includes(item.id) ?? strength === 'same';
  if (!isWanted && strength !== 'same') return 'no_strong_match';
  if (shownBy[verdict.action] === 0) return 'policy';
  return !isWanted || isFull ? 'not_among_the_best' : undefined;
}
