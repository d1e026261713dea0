import { lineSimilarity, type ReadLines, readErrorLines } from './error-similarity.ts';

/** Number of lines compared, because any error of a list may be the known one. */
const comparedLines = 6;
/** The place of an error: it is ignored, because a file may fail for many causes. */
const place = /^(?:E\s+)?[\w\u0080-\uffff./@+-]+:(?: line)? ?__NUM__(?::__NUM__)?:?\s*/;

/**
 * Similarity of the two most similar messages about a place, ignoring the place, 0–1. For two failures in one file or
 * test, the message decides whether they are the same. Undefined if a side has no line with a place.
 */
export function messageLikeness(query: readonly string[], known: readonly string[]): number | undefined {
  const asked = messagesOf(query);
  const met = messagesOf(known);
  if (asked.length === 0 || met.length === 0) return undefined;
  return Math.max(...asked.flatMap((one) => met.map((other) => lineSimilarity(one, other))));
}

/** Messages of lines with a place. A single word is only a kind of failure: `tests/test_pot.py:3: KeyError`. */
function messagesOf(lines: readonly string[]): readonly ReadLines[] {
  return lines
    .slice(0, comparedLines)
    .filter((line) => place.test(line))
    .map((line) => readErrorLines([line.replace(place, '')]))
    .filter(({ lines: [words] }) => words !== undefined && words.size > 1);
}
