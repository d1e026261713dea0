import { saysOtherwise } from '../../failures/mask-references.ts';
import type { ItemId } from '../../model/brands.ts';
import type { MemoryItem } from '../../model/memory-item.ts';
import type { CandidateMatch } from './match-candidate.ts';

interface Matched extends CandidateMatch {
  readonly item: MemoryItem;
}

/** What the same person told of the same failure before. */
export interface LastWord {
  readonly saidBefore?: ItemId;
}

/**
 * Of several fixes that one person told for the failure at hand only the last is its fix; it names the one before. A fix of another
 * person, or of an agent, is a question for review instead.
 */
export function keepLastWord<Candidate extends Matched>(
  matched: readonly Candidate[],
): readonly (Candidate & LastWord)[] {
  return matched.map((candidate) => {
    if (candidate.strength !== 'same' || candidate.item.trust !== 'user') return candidate;
    const words = matched.filter((other) => isWordOfSame(candidate, other));
    const isLast = words.every(({ item }) => item.updatedAtMs <= candidate.item.updatedAtMs);
    if (!isLast) return { ...candidate, strength: 'similar', sameness: takenBack };
    const before = words.toSorted((a, b) => b.item.updatedAtMs - a.item.updatedAtMs)[0];
    return before === undefined ? candidate : { ...candidate, saidBefore: before.item.id };
  });
}

const takenBack = {
  ...{ likeness: 0, strength: 'similar' },
  reason: 'the same person told another fix for it since',
} as const;

function isWordOfSame({ item, sameness }: Matched, other: Matched): boolean {
  return (
    other.item.id !== item.id &&
    other.strength === 'same' &&
    other.item.trust === 'user' &&
    other.item.principal === item.principal &&
    // What differs in a name has a fix of its own.
    (other.sameness?.caveat === undefined) === (sameness?.caveat === undefined) &&
    saysOtherwise(other.item.content, item.content)
  );
}
