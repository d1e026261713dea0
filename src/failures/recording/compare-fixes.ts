import { align, containment, dice } from '../../text/likeness.ts';
import { claimOf, likenessOfDenial } from '../../text/statements/denial.ts';
import { areAlternatives, areContrary } from '../../text/statements/vocabulary.ts';
import { contentWords, maskReferences, wordsInOrder } from '../fix-wording.ts';

/**
 * Relation of two fixes of the same failure. `same`: equal meaning, or one only says more. `contradicts`: one does the
 * opposite, or has another value in the same place. `different`: neither, or one denies something and the other does not.
 */
export interface FixComparison {
  readonly relation: 'same' | 'contradicts' | 'different';
  /** Share of words in common, 0–1. */
  readonly likeness: number;
  /** The contradiction in words. */
  readonly reason?: string;
}

const sameLikeness = 0.75;
/** Share of the shorter fix's words in the longer one from which on the longer one only says more. */
const sameContainment = 0.8;
const fewestContained = 2;
/** Share of common words from which on a fix that denies is the opposite of one that does not. */
const leastDenied = 0.9;

/** Compares two fixes word by word; takes time linear in their length but for 200 words of each, which are aligned. */
export function compareFixes(toldFix: string, knownFix: string): FixComparison {
  const [told, known] = [maskReferences(toldFix), maskReferences(knownFix)];
  const [toldWords, knownWords] = [contentWords(told), contentWords(known)];
  const likeness = dice(toldWords, knownWords);
  const reason =
    findOtherValue(wordsInOrder(told), wordsInOrder(known)) ??
    (likenessOfDenial(claimOf(told), claimOf(known)) >= leastDenied
      ? 'one says not to do what the other does'
      : undefined);
  if (reason !== undefined) return { relation: 'contradicts', likeness, reason };
  const isPart =
    Math.min(toldWords.size, knownWords.size) >= fewestContained &&
    containment(toldWords, knownWords) >= sameContainment;
  const isSame = (likeness >= sameLikeness || isPart) && denies(told) === denies(known);
  return { relation: isSame ? 'same' : 'different', likeness };
}

function denies(fix: string): boolean {
  return /\b(?:not|never|no|without|avoid|cannot|stop|skip|quit|cease|refrain|\w+n['’]t|dont)\b/i.test(fix);
}

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
function findOtherValue(told: readonly string[], known: readonly string[]): string | undefined {
  const left = told.slice(0, mostAligned);
  const right = known.slice(0, mostAligned);
  const { kept, changes } = align(left, right);
  if (kept < sameFrame * Math.min(left.length, right.length)) return undefined;
  for (const change of changes) {
    if (change.left.length !== change.came.length || change.left.length > longestValue) continue;
    const at = change.left.findIndex((word, place) => isOtherValue(word, change.came[place] ?? ''));
    if (at >= 0) return `${change.left[at]} where the other has ${change.came[at]}`;
  }
  return undefined;
}

function isOtherValue(one: string, other: string): boolean {
  return areAlternatives(one, other) || areContrary(one, other) || (written.test(one) && written.test(other));
}
