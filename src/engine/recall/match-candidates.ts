import { readsNearlyAs } from '../../failures/matching/reads-nearly-as.ts';
import { type SessionRejection, sessionPenalty } from '../../feedback/session-penalty.ts';
import { standingOf } from '../../feedback/standing.ts';
import type { Outcome } from '../../model/decision.ts';
import type { FailureProfile } from '../../model/failure.ts';
import type { ItemId, MemoryItem } from '../../model/memory-item.ts';
import type { Standing } from '../../model/standing.ts';
import type { ItemCandidate } from '../../retrieval/rank-items.ts';
import { sessionSubject } from '../decisions/session-rejections.ts';
import {
  type CandidateMatch,
  compareFarCandidate,
  type MatchQuestion,
  matchCandidate,
  mayBeRival,
} from './match-candidate.ts';
import { settleElsewhere } from './settle-elsewhere.ts';

/** A candidate with how well it fits, and what came of it before. */
export interface MatchedCandidate extends ItemCandidate, CandidateMatch {
  readonly standing: Standing;
  readonly rejectedHere: boolean;
  readonly shownHere: boolean;
  /** How much what was rejected in this session speaks against it, 0–1. */
  readonly sessionPenalty: number;
}

/** What came of the candidates before. */
interface CandidatePast {
  readonly nowMs: number;
  readonly outcomes: ReadonlyMap<ItemId, readonly Outcome[]>;
  /** Failures that each is known to have resolved since it was recorded. */
  readonly resolved: ReadonlyMap<ItemId, readonly FailureProfile[]>;
  /** Its occurrences after the first; read only where the first is not the failure at hand. */
  readonly metAgain: (item: MemoryItem) => readonly FailureProfile[];
  /** What was rejected in the session that asks. */
  readonly rejections: readonly SessionRejection[];
  /** What was shown unasked in it; read only where there is something to show. */
  readonly shown: () => ReadonlySet<ItemId>;
}

/** Matches each candidate with the question, in their order. */
export function matchCandidates(
  candidates: readonly ItemCandidate[],
  question: MatchQuestion,
  past: CandidatePast,
): readonly MatchedCandidate[] {
  const matched = candidates.map((candidate): MatchedCandidate => {
    const { item } = candidate;
    const known = pastOf(candidate, past);
    const match = matchCandidate(candidate, question, {
      successPrior: known.standing.successPrior,
      sessionPenalty: known.sessionPenalty,
      resolved: past.resolved.get(item.id) ?? [],
      metAgain: () => past.metAgain(item),
    });
    const shownHere = match.strength === 'same' && past.shown().has(item.id);
    return { ...candidate, ...match, ...known, shownHere };
  });
  const settled = settleElsewhere(matched, question);
  const isKnown = settled.some(({ strength }) => strength === 'same');
  return isKnown ? settled.map((candidate) => compareFarCandidate(candidate, question)) : settled;
}

/**
 * Memories too far by words to be candidates that may be about the failure at hand all the same: each may have another fix for it. They
 * are never shown.
 */
export function matchRivals(
  further: readonly ItemCandidate[],
  question: MatchQuestion,
  past: Pick<CandidatePast, 'nowMs' | 'outcomes' | 'rejections'>,
): readonly MatchedCandidate[] {
  return further
    .filter((candidate) => mayBeRival(candidate, question))
    .map((candidate): ItemCandidate & CandidateMatch => ({ ...candidate, strength: 'different' }))
    .map((candidate) => compareFarCandidate(candidate, question))
    .filter(({ sameness }) => sameness !== undefined && readsNearlyAs(sameness))
    .map((candidate) => ({ ...candidate, ...pastOf(candidate, past), shownHere: false }));
}

/** What came of a candidate before, whatever it is compared with. */
export function pastOf(
  { item }: Pick<ItemCandidate, 'item'>,
  { nowMs, outcomes, rejections }: Pick<CandidatePast, 'nowMs' | 'outcomes' | 'rejections'>,
): Pick<MatchedCandidate, 'standing' | 'rejectedHere' | 'sessionPenalty'> {
  const rejection = sessionPenalty(sessionSubject(item.id, item), rejections, nowMs);
  return {
    standing: standingOf(outcomes.get(item.id) ?? [], { nowMs, vouchedAtMs: item.vouchedAtMs }),
    rejectedHere: rejection.silenced,
    sessionPenalty: rejection.value,
  };
}
