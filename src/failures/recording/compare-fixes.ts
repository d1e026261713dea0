import { englishStopWords } from '../../text/stop-words.ts';
import { containment, contentWords, wordLikeness, wordsInOrder } from './content-words.ts';
import { findOtherValue } from './find-other-value.ts';
import { type FixClauses, fixClauses } from './fix-clauses.ts';
import { negations, type Side, sides, usingWords } from './fix-vocabulary.ts';

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

/** Of what a fix says to leave, the share that the other must say to do. */
const mostlyRuledOut = 0.75;
/** One word in common is enough only where the instruction has hardly more. */
const fewestRuledOut = 2;

/** Compares two fixes word by word; takes time linear in their length but for 200 words of each, which are aligned. */
export function compareFixes(told: string, known: string): FixComparison {
  const [toldWords, knownWords] = [contentWords(told), contentWords(known)];
  const likeness = wordLikeness(toldWords, knownWords);
  const reason =
    findOpposite(told, known) ??
    findRuledOut(told, known) ??
    findOtherValue(wordsInOrder(told), wordsInOrder(known));
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
}

function findOpposite(told: string, known: string): string | undefined {
  const [one, other] = [stanceOf(told), stanceOf(known)];
  if (containment(one.matter, other.matter) < sameMatter) return undefined;
  for (const [matter, side] of one.sides) {
    const against = other.sides.get(matter);
    if (against !== undefined && side.sign * against.sign < 0) return `${side.word} against ${against.word}`;
  }
  return undefined;
}

function findRuledOut(told: string, known: string): string | undefined {
  const [one, other] = [fixClauses(told), fixClauses(known)];
  if (rulesOut(one, other) || rulesOut(other, one)) return 'one says not to do what the other does';
  const [kept, left] = [accompaniments(told), accompaniments(known)];
  for (const [thing, isThere] of kept)
    if (left.get(thing) === !isThere) return `one with ${thing}, the other without`;
  return undefined;
}

/** Whether one fix says to leave what the other says to do; to leave a part of it, or a way of it, is no contradiction. */
function rulesOut({ toLeave }: FixClauses, { toDo }: FixClauses): boolean {
  return toLeave.some(({ words: left, isThing }) =>
    toDo.some(({ words: done }) => {
      const [doing = ''] = done;
      // To clear the cache is not to use it.
      if (isThing && !usingWords.has(doing)) return false;
      const shared = [...left].filter((word) => done.has(word)).length;
      const isEnough = shared >= fewestRuledOut || (shared > 0 && shared === done.size);
      return (isThing || isEnough) && shared > 0 && shared >= mostlyRuledOut * left.size;
    }),
  );
}

/** What stands after `with` and `without`, and which of the two; of what stands after both, nothing. */
function accompaniments(text: string): ReadonlyMap<string, boolean | undefined> {
  const words = wordsInOrder(text);
  const found = new Map<string, boolean | undefined>();
  for (const [at, word] of words.entries()) {
    if (word !== 'with' && word !== 'without') continue;
    const thing = words.slice(at + 1).find((next) => !englishStopWords.has(next));
    if (thing === undefined) continue;
    const isThere = word === 'with';
    found.set(thing, !found.has(thing) || found.get(thing) === isThere ? isThere : undefined);
  }
  return found;
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
  return { sides: taken, matter: new Set(matter) };
}
