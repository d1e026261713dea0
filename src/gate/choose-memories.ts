import type { ItemId } from '../model/brands.ts';
import type { MatchStrength, PolicyVerdict } from '../model/decision.ts';
import type { Admission, OmissionReason } from '../model/gate.ts';
import { shownBy } from './actions.ts';

/** A candidate after both stages of the gate. */
export type ChosenMemory<Candidate> = Candidate & {
  /** Why it is not shown although it was admitted. */
  readonly omitted?: OmissionReason;
};

interface ChoosableMemory {
  readonly item: { readonly id: ItemId };
  readonly admission: Admission;
  readonly strength: MatchStrength;
}

interface Choice<Candidate> {
  /** Best first. */
  readonly candidates: readonly Candidate[];
  /** Absent when memories were asked for. */
  readonly verdict: PolicyVerdict | undefined;
  /** Maximum number of memories to show. */
  readonly topK: number;
  /** Whether one may answer; absent when a failure, and no question in words, was asked about. */
  readonly mayAnswer?: ((candidate: Candidate) => boolean) | undefined;
}

/**
 * Applies the decision. Unasked: the memories that the action shows. On request: the best of all that fit the query.
 */
export function chooseMemories<Candidate extends ChoosableMemory>({
  candidates,
  verdict,
  topK,
  mayAnswer,
}: Choice<Candidate>): ChosenMemory<Candidate>[] {
  const limit = verdict === undefined ? topK : Math.min(topK, shownBy[verdict.action]);
  const possible = candidates.filter(
    (candidate) =>
      candidate.admission.admitted &&
      omissionOf(candidate, verdict, false) === undefined &&
      mayAnswer?.(candidate) !== false,
  );
  const chosen = new Set(possible.slice(0, limit));
  return candidates.map((candidate) => {
    if (!candidate.admission.admitted || chosen.has(candidate)) return candidate;
    const isUnlikely =
      mayAnswer !== undefined && (candidate.strength === 'different' || !mayAnswer(candidate));
    const omitted = isUnlikely ? 'unlikely_answer' : omissionOf(candidate, verdict, chosen.size >= limit);
    return { ...candidate, omitted: omitted ?? 'not_among_the_best' };
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
