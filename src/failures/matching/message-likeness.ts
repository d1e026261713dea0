import { lineSimilarity, type ReadLines, readErrorLines } from './error-similarity.ts';

/** Of a list of errors, any may be the one that was met before. */
const comparedLines = 6;
/** Where it happened: a file may fail for many causes. */
const place = /^(?:E\s+)?[\w\u0080-\uffff./@+-]+:(?: line)? ?__NUM__(?::__NUM__)?:?\s*/;

/**
 * How alike the two findings are that are most alike, wherever they were met, 0–1: of two failures in one file or test, what
 * is said of the place tells whether they are one. Undefined where either side has no line with a place.
 */
export function messageLikeness(query: readonly string[], known: readonly string[]): number | undefined {
  const asked = messagesOf(query);
  const met = messagesOf(known);
  if (asked.length === 0 || met.length === 0) return undefined;
  return Math.max(...asked.flatMap((one) => met.map((other) => lineSimilarity(one, other))));
}

/** One word is a kind of failure and no finding: `tests/test_pot.py:3: KeyError`. */
function messagesOf(lines: readonly string[]): readonly ReadLines[] {
  return lines
    .slice(0, comparedLines)
    .filter((line) => place.test(line))
    .map((line) => readErrorLines([line.replace(place, '')]))
    .filter(({ lines: [words] }) => words !== undefined && words.size > 1);
}
