import { align, type Change, containment, dice } from '../../text/likeness.ts';
import {
  areAlternatives,
  negations,
  type Side,
  sides,
  usingWords,
} from '../../text/statements/vocabulary.ts';
import { englishStopWords } from '../../text/words.ts';
import { contentWords, type FixClauses, fixClauses, maskReferences, wordsInOrder } from '../fix-wording.ts';

/**
 * Relation of two fixes of the same failure. `same`: equal meaning, or one only says more. `contradicts`: one does the
 * opposite, or has another value in the same place. `different`: neither.
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
/** Least share of common words about the subject of two opposite instructions. */
const sameMatter = 0.6;

/** Least share of the words that one fix forbids and the other tells to do. */
const mostlyRuledOut = 0.75;
/** Least number of common words, unless the instruction is shorter. */
const fewestRuledOut = 2;

/** Compares two fixes word by word; takes time linear in their length but for 200 words of each, which are aligned. */
export function compareFixes(toldFix: string, knownFix: string): FixComparison {
  const [told, known] = [maskReferences(toldFix), maskReferences(knownFix)];
  const [toldWords, knownWords] = [contentWords(told), contentWords(known)];
  const likeness = dice(toldWords, knownWords);
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

/** The sides that a text takes in known oppositions, each with its word, considering negations. */
interface Stance {
  readonly sides: ReadonlyMap<number, { readonly sign: Side['sign'] | 0; readonly word: string }>;
  /** The other words of the text: its subject. */
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

/** Whether one fix forbids what the other tells to do. Forbidding only a part or a manner of it is no contradiction. */
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

/** The words after `with` (true) and `without` (false); words after both are left out. */
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
    // A fix that does both, such as removing one thing and adding another, is on neither side.
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
