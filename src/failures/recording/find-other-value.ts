import { align, type Change } from '../../text/likeness.ts';
import { areAlternatives } from '../../text/statements/vocabulary.ts';

/** Limit of words aligned in each text; the rest is ignored. */
const mostAligned = 200;
/**
 * Least share of the shorter text's words that must occur in the other in the same order; only then are their places
 * comparable.
 */
const sameFrame = 0.5;
/** Words in a row that may stand for one value. */
const longestValue = 2;
/** Matches a literal value: a number, a version, a name, a path, a flag. */
const written = /[\p{N}_$./:@=]|\p{L}-\p{L}/u;

/**
 * Describes a value of one text in whose place the other has a different value; undefined when there is none. Other
 * differing words are only another wording.
 */
export function findOtherValue(told: readonly string[], known: readonly string[]): string | undefined {
  const left = told.slice(0, mostAligned);
  const right = known.slice(0, mostAligned);
  const { kept, changes } = align(left, right);
  if (kept < sameFrame * Math.min(left.length, right.length)) return undefined;
  for (const change of changes) {
    const found = otherValue(change);
    if (found !== undefined) return found;
  }
  return undefined;
}

function otherValue({ left, came: right }: Change): string | undefined {
  if (left.length !== right.length || left.length > longestValue) return undefined;
  const at = left.findIndex((word, place) => isOtherValue(word, right[place] ?? ''));
  return at < 0 ? undefined : `${left[at]} where the other has ${right[at]}`;
}

function isOtherValue(one: string, other: string): boolean {
  return areAlternatives(one, other) || (written.test(one) && written.test(other));
}
