import { stem } from '../text/stem.ts';
import { englishStopWords } from '../text/stop-words.ts';
import { alignWords, isNumber, type WordChange, wordsOf } from './align-words.ts';
import { areOpposite } from './are-opposite.ts';
import { callOneProgram } from './call-one-program.ts';
import { forbiddenClause } from './forbidden-clause.ts';
import { keyOfLine } from './key-of-line.ts';
import { claimOf, likenessOfDenial } from './likeness-of-denial.ts';
import { namingNumbers } from './naming-numbers.ts';
import { areRivals } from './rival-tools.ts';
import { rulesOut } from './rules-out.ts';

/** How a newer statement differs from an older one. Shares are weighted by rarity, 0–1. */
export interface StatementChange {
  /** Weight of the words that both have, of all words of both. */
  readonly shared: number;
  /** Words of the older that the newer has in the same order, of the words of both. */
  readonly order: number;
  /** Words of the older that the newer has in the same order, of those of the older. */
  readonly held: number;
  /** Places where words of the older gave way to others. */
  readonly swaps: number;
  /** Weight of the words that gave way, of those of the older; what was only left out does not count. */
  readonly swapped: number;
  /** A swap of numbers or versions for others. */
  readonly numbers: boolean;
  /** All that differs is one place, with at most two words of content on either side. */
  readonly oneSlot: boolean;
  /** What gave way differs from what came in its digits alone: `nextjs-15`, `nextjs-16`; `-beta.1` is part of a version. */
  readonly digits: boolean;
  /** All that differs names what is spoken of, `issue #12` and `issue #15`, or is what both forbid: nothing replaces the other then. */
  readonly otherSubject: boolean;
  /** A tool gave way to another one for the same job. */
  readonly rivals: boolean;
  /** All that differs is one of two choices of which only one is made: tabs and spaces. */
  readonly opposite: boolean;
  /** Both are lines about something, `key: value`, and it is the same. */
  readonly sameKey: boolean;
  /** Both are lines about something, and not about the same. */
  readonly otherKey: boolean;
  /** Only words were added, or only left out. */
  readonly oneSided: boolean;
  /** One forbids and the other does not. */
  readonly turned: boolean;
  /** How much both speak of the same, where one says *not*, 0–1; else 0. */
  readonly denied: number;
  /** The same words in other places: `A leads to B`, `B leads to A`. */
  readonly sameWords: boolean;
  /** The newer says that it was otherwise before: "now", "legacy". */
  readonly outdates: boolean;
  /** Both are commands that call one program, and nothing else. */
  readonly calls: boolean;
  /** Both begin with the same two words. */
  readonly sameBeginning: boolean;
  /** The newer says that something is replaced: "instead of", "no longer", "as of", "supersedes". */
  readonly announced: boolean;
  /**
   * What it names as replaced stands in the older, which does not name it so itself: "instead of npm", of a rule about npm; not of
   * another one that is against npm too.
   */
  readonly named: boolean;
  /** The newer rules out what the older asks for: "pnpm, not npm", of a rule to use npm. */
  readonly ruledOut: boolean;
  /** The other way round. */
  readonly ruledOutBefore: boolean;
}

const stopWordWeight = 0.15;
/** Words of content; more are no value but a sentence. */
const longestSlot = 2;
const plainWord = /^[\p{L}-]+$/u;
/** It was otherwise before. */
const change = /\b(?:now|legacy|obsolete|outdated|deprecated)\b/i;
/** What follows names what is replaced, up to the end of the clause. */
const announcement =
  /\b(?:instead of|rather than|in place of|no longer|not .{0,40}\bany ?more|replac(?:e[sd]?|ing)|supersed(?:e[sd]?|ing)|amend(?:s|ed|ing)?|overrid(?:e[sd]?|ing)|correct(?:s|ion)|deprecates?|revis(?:es|ion)|as of|from now on|switch(?:ed)? from|mov(?:ed|e) (?:away )?from|migrated from|used to|was wrong|formerly|previously|earlier (?:rule|decision|note))\b((?:[^.;\n]|\.(?=\S))*)/gi;

/** Compares two statements word by word. @param rarityOf 0–1 of a stemmed word among what is remembered */
export function compareStatements(
  newer: string,
  older: string,
  rarityOf: (term: string) => number | undefined,
): StatementChange {
  const [one, other] = [wordsOf(older), wordsOf(newer)];
  const weightOf = (word: string): number =>
    englishStopWords.has(word) ? stopWordWeight : (rarityOf(stem(word)) ?? 1);
  const [oneSet, otherSet] = [new Set(one.map(stem)), new Set(other.map(stem))];
  const weigh = (words: Iterable<string>): number => {
    let sum = 0;
    for (const word of words) sum += weightOf(word);
    return sum;
  };
  const common = [...oneSet].filter((word) => otherSet.has(word));
  const all = new Set([...oneSet, ...otherSet]);
  const { kept, changes } = alignWords(one, other);
  const swaps = changes.filter(({ left, came }) => left.length > 0 && came.length > 0);
  const left = swaps.flatMap((swap) => swap.left);
  const replacedBefore = new Set(namedAsReplaced(older));
  const named = namedAsReplaced(newer).filter(
    (word) => !englishStopWords.has(word) && !replacedBefore.has(word),
  );
  const [before, claim] = [claimOf(older), claimOf(newer)];
  const [key, newerKey] = [keyOfLine(older), keyOfLine(newer)];
  return {
    shared: weigh(common) / (weigh(all) || 1),
    order: (2 * kept) / Math.max(1, one.length + other.length),
    held: kept / Math.max(1, one.length),
    swaps: swaps.length,
    swapped: weigh(left) / (weigh(one) || 1),
    numbers: swaps.length > 0 && swaps.every((swap) => swap.left.some(isNumber) && swap.came.some(isNumber)),
    oneSlot: changes.length === 1 && swaps.some(isSlot),
    digits: swaps.length > 0 && swaps.every(differsInDigits),
    otherSubject:
      changes.length === 1 &&
      swaps.some((swap) => isOfOther(swap, older, newer) || forbidsOther(swap, older, newer)),
    rivals: swaps.some((swap) => swap.left.some((gone) => swap.came.some((word) => areRivals(gone, word)))),
    opposite: changes.length === 1 && swaps.some((swap) => isOpposite(swap)),
    sameKey: key !== undefined && key === newerKey,
    otherKey: key !== undefined && newerKey !== undefined && key !== newerKey,
    oneSided: changes.length > 0 && swaps.length === 0 && isOneSided(changes),
    turned: claim.negations > 0 !== before.negations > 0,
    denied: likenessOfDenial(claim, before),
    sameWords: common.length === all.size && swaps.length > 0,
    outdates: change.test(newer) && !change.test(older),
    calls: callOneProgram(newer, older),
    sameBeginning: one[0] === other[0] && one[1] === other[1],
    announced: newer.search(announcement) !== -1,
    named: named.some((word) => oneSet.has(stem(word))),
    ruledOut: rulesOut(newer, older),
    ruledOutBefore: rulesOut(older, newer),
  };
}

function isSlot({ left, came }: WordChange): boolean {
  return [left, came].every((side) => {
    const content = side.filter((word) => !englishStopWords.has(word)).length;
    return side.length > 0 && content <= longestSlot;
  });
}

function isOfOther({ left, came }: WordChange, older: string, newer: string): boolean {
  const [before, now] = [namingNumbers(older), namingNumbers(newer)];
  return left.every((word) => before.has(word)) && came.every((word) => now.has(word));
}

/** Two things can both be left undone; not both of two choices of which one is made, and a path or a version may be a newer one. */
function forbidsOther(swap: WordChange, older: string, newer: string): boolean {
  const [before, now] = [wordsOf(forbiddenClause(older)), wordsOf(forbiddenClause(newer))];
  const isForbidden =
    swap.left.every((word) => plainWord.test(word) && before.includes(word)) &&
    swap.came.every((word) => plainWord.test(word) && now.includes(word));
  return isForbidden && isSlot(swap) && !isOpposite(swap);
}

function isOpposite({ left, came }: WordChange): boolean {
  return left.length === 1 && came.length === 1 && areOpposite(left[0] ?? '', came[0] ?? '');
}

function differsInDigits({ left, came }: WordChange): boolean {
  return (
    left.length === came.length && left.every((word, at) => plainDigits(word) === plainDigits(came[at] ?? ''))
  );
}

function plainDigits(word: string): string {
  return word.replace(/\d+(?:[.,]\d+)*(?:-(?:alpha|beta|rc|pre|dev|next)(?:\.?\d+)*)?/g, '#');
}

function namedAsReplaced(text: string): readonly string[] {
  return [...text.matchAll(announcement)].flatMap(([, clause = '']) => wordsOf(clause));
}

function isOneSided(changes: readonly WordChange[]): boolean {
  return changes.every(({ left }) => left.length === 0) || changes.every(({ came }) => came.length === 0);
}
