import type { FailureProfile } from '../../model/failure.ts';
import { jaccard } from '../../text/likeness.ts';
import { stableLine } from '../../text/output-lines.ts';

const word = /[a-z_][a-z0-9_]+|\d+(?:\.\d+)*/g;

/** Share of the words of two excerpts that are in both, 0–1. */
export function excerptLikeness(one: FailureProfile, other: FailureProfile): number {
  const [words, others] = [wordsOf(one), wordsOf(other)];
  return words.size + others.size === 0 ? 1 : jaccard(words, others);
}

function wordsOf({ excerpt }: FailureProfile): ReadonlySet<string> {
  return new Set(excerpt.split('\n').flatMap((line) => stableLine(line).toLowerCase().match(word) ?? []));
}
