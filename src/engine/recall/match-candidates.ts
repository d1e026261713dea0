import { type SessionRejection, sessionPenalty } from '../../feedback/session-penalty.ts';
import { standingOf } from '../../feedback/standing.ts';
import type { ItemId } from '../../model/brands.ts';
import type { Outcome, Standing } from '../../model/decision.ts';
import type { FailureProfile } from '../../model/failure.ts';
import type { MemoryItem } from '../../model/memory-item.ts';
import type { ItemCandidate } from '../../retrieval/rank-items.ts';
import { sessionSubject } from '../decisions/session-rejections.ts';
import { keepLastWord, type LastWord } from './keep-last-word.ts';
import {
  type CandidateMatch,
  compareFarCandidate,
  type MatchQuestion,
  matchCandidate,
} from './match-candidate.ts';

/** A candidate with how well it fits, and what came of it before. */
export interface MatchedCandidate extends ItemCandidate, CandidateMatch, LastWord {
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
  const isKnown = matched.some(({ strength }) => strength === 'same');
  return isKnown
    ? keepLastWord(matched.map((candidate) => compareFarCandidate(candidate, question)))
    : matched;
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
