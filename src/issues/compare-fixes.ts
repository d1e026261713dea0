import { englishStopWords } from '../text/stop-words.ts';
import { containment, contentWords, wordLikeness, wordsInOrder } from './content-words.ts';
import { findOtherValue } from './find-other-value.ts';
import { negations, type Side, sides } from './fix-vocabulary.ts';

/**
 * How one fix reads beside another of the same failure. `same`: it says the same, or one of them says more of the same.
 * `contradicts`: it does the opposite, or puts another value in the same place. `different`: neither.
 */
export interface FixComparison {
  readonly relation: 'same' | 'contradicts' | 'different';
  /** Share of words in common, 0–1. */
  readonly likeness: number;
  /** What contradicts, in words. */
  readonly reason?: string;
}

const sameLikeness = 0.75;
/** Of the shorter fix's words, when the longer one only says more. */
const sameContainment = 0.8;
const fewestContained = 2;
/** Share of what two opposite instructions are about that must be the same thing. */
const sameMatter = 0.6;

/** Compares two fixes word by word; takes time linear in their length but for 200 words of each, which are aligned. */
export function compareFixes(told: string, known: string): FixComparison {
  const [toldWords, knownWords] = [contentWords(told), contentWords(known)];
  const likeness = wordLikeness(toldWords, knownWords);
  const reason = findOpposite(told, known) ?? findOtherValue(wordsInOrder(told), wordsInOrder(known));
  if (reason !== undefined) return { relation: 'contradicts', likeness, reason };
  const isPart =
    Math.min(toldWords.size, knownWords.size) >= fewestContained &&
    containment(toldWords, knownWords) >= sameContainment;
  return { relation: likeness >= sameLikeness || isPart ? 'same' : 'different', likeness };
}

/** Sides that a text takes, each with the word that takes it, negations heeded. */
interface Stance {
  readonly sides: ReadonlyMap<number, { readonly sign: Side['sign'] | 0; readonly word: string }>;
  /** What the text is about besides. */
  readonly matter: ReadonlySet<string>;
  readonly negated: boolean;
}

function findOpposite(told: string, known: string): string | undefined {
  const [one, other] = [stanceOf(told), stanceOf(known)];
  const shared = containment(one.matter, other.matter);
  if (shared < sameMatter) return undefined;
  for (const [matter, side] of one.sides) {
    const against = other.sides.get(matter);
    if (against !== undefined && side.sign * against.sign < 0) return `${side.word} against ${against.word}`;
  }
  const takesSides = one.sides.size > 0 || other.sides.size > 0;
  const isTurned = !takesSides && one.negated !== other.negated && shared >= sameContainment;
  return isTurned ? 'one says not to do what the other does' : undefined;
}

function stanceOf(text: string): Stance {
  const words = wordsInOrder(text);
  const taken = new Map<number, { sign: Side['sign'] | 0; word: string }>();
  for (const [at, word] of words.entries()) {
    const side = sides.get(word);
    if (side === undefined) continue;
    const isNegated = words.slice(Math.max(0, at - 2), at).some((before) => negations.has(before));
    const sign = isNegated ? (-side.sign as Side['sign']) : side.sign;
    const before = taken.get(side.matter);
    // A fix that does both, such as removing one thing and adding another, takes no side.
    taken.set(side.matter, {
      sign: before === undefined || before.sign === sign ? sign : 0,
      word: isNegated ? `not ${word}` : word,
    });
  }
  const matter = words.filter(
    (word) => !sides.has(word) && !negations.has(word) && !englishStopWords.has(word),
  );
  return { sides: taken, matter: new Set(matter), negated: words.some((word) => negations.has(word)) };
}
