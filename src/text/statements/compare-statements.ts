import { align, type Change } from '../likeness.ts';
import { englishStopWords, stem } from '../words.ts';
import { claimOf, likenessOfDenial } from './denial.ts';
import { keyOfLine, namesIn, namingNumbers, wordsOf } from './statement-words.ts';
import { areRivals } from './vocabulary.ts';

/** How a newer statement differs from an older one. */
export interface StatementChange {
  /** Places where words of the older gave way to others. */
  readonly swaps: readonly Change[];
  /** A number or version gave way to another one. */
  readonly number: boolean;
  /** A name gave way to another one: a path, a word in code, a word with capitals within. */
  readonly name: boolean;
  /** One of several choices gave way to another one: a tool for the same job, tabs for spaces. */
  readonly choice: boolean;
  /** Only words were added, or only left out. */
  readonly oneSided: boolean;
  /** Words of both that stand in one order, of all words, 0–1. */
  readonly kept: number;
  /** Weight of the words that both have, by rarity, of all words of both, 0–1. */
  readonly shared: number;
  /** 1: both are lines about the same, `key: value`; −1: about different things; 0: not lines about something. */
  readonly place: -1 | 0 | 1;
  /** A number that names the subject differs, `issue #12` and `issue #15`: both hold. */
  readonly otherSubject: boolean;
  /** How much both speak of the same, where one says *not*, 0–1; else 0. */
  readonly denied: number;
}

/** A longer run is a sentence, in which `before` and `after` stand by chance. */
const longestChoice = 3;
const stopWordWeight = 0.15;
const quantity = /^[v~^>=<]*\d[\d.,/-]*(?:\+|x|s|ms|k|m|kb|mb|gb|px|h|min|rd|th|-?seconds?)?$/;
const digits = /\d+(?:[.,]\d+)*(?:-(?:alpha|beta|rc|pre|dev|next)(?:\.?\d+)*)?/g;

/** Compares two statements word by word. @param rarityOf 0–1 of a stemmed word among the memories */
export function compareStatements(
  newer: string,
  older: string,
  rarityOf: (term: string) => number | undefined = () => undefined,
): StatementChange {
  const [one, other] = [wordsOf(older), wordsOf(newer)];
  const { kept, changes } = align(one, other);
  const swaps = changes.filter(({ left, came }) => left.length > 0 && came.length > 0);
  const [names, newerNames] = [namesIn(older), namesIn(newer)];
  const isNamed = ({ left, came }: Change): boolean =>
    left.some((word) => names.has(word)) && came.some((word) => newerNames.has(word));
  return {
    swaps,
    number: swaps.some(changesNumber),
    name: swaps.some((swap) => !changesNumber(swap) && isNamed(swap)),
    choice: swaps.some(changesChoice),
    oneSided: changes.length > 0 && swaps.length === 0,
    kept: (2 * kept) / Math.max(1, one.length + other.length),
    shared: shareOfWeight(one, other, rarityOf),
    place: comparePlaces(keyOfLine(older), keyOfLine(newer)),
    otherSubject: swaps.some((swap) => namesOther(swap, older, newer)),
    denied: likenessOfDenial(claimOf(newer), claimOf(older)),
  };
}

function changesNumber({ left, came }: Change): boolean {
  const [before, now] = [left, came].map((words) =>
    words.flatMap((word) => word.match(digits) ?? []).join(' '),
  );
  if (before === now) return false;
  return (
    (left.some((word) => quantity.test(word)) && came.some((word) => quantity.test(word))) ||
    left.some((word) => came.some((by) => word !== by && withoutDigits(word) === withoutDigits(by)))
  );
}

function withoutDigits(word: string): string {
  return word.replaceAll(digits, '#');
}

function changesChoice({ left, came }: Change): boolean {
  if (left.length > longestChoice || came.length > longestChoice) return false;
  return left.some((gone) => came.some((word) => areRivals(gone, word)));
}

function shareOfWeight(
  one: readonly string[],
  other: readonly string[],
  rarityOf: (term: string) => number | undefined,
): number {
  const [before, now] = [new Set(one.map(stem)), new Set(other.map(stem))];
  let [both, all] = [0, 0];
  for (const word of new Set([...before, ...now])) {
    const weight = englishStopWords.has(word) ? stopWordWeight : (rarityOf(word) ?? 1);
    all += weight;
    if (before.has(word) && now.has(word)) both += weight;
  }
  return both / (all || 1);
}

/** Keys that differ in a number or a choice alone may be one: `Python 3.9+ with types`, `npm run lint # …`. */
function comparePlaces(key: string | undefined, newerKey: string | undefined): StatementChange['place'] {
  if (key === undefined || newerKey === undefined) return 0;
  if (key === newerKey) return 1;
  const { changes } = align(key.split(' '), newerKey.split(' '));
  return changes.every((change) => changesNumber(change) || changesChoice(change)) ? 0 : -1;
}

/** `#12 …` and `#15 …` speak of two things, whatever the rest says. */
function namesOther({ left, came }: Change, older: string, newer: string): boolean {
  const [before, now] = [namingNumbers(older), namingNumbers(newer)];
  const isNamed = left.length > 0 && came.length > 0;
  return isNamed && left.every((word) => before.has(word)) && came.every((word) => now.has(word));
}
