import { stem } from '../text/stem.ts';
import { englishStopWords } from '../text/stop-words.ts';
import { wordsOf } from './align-words.ts';
import { claimOf } from './likeness-of-denial.ts';

/** What a statement puts somewhere, and where. */
interface PlaceTold {
  /** Stemmed words of content before the place: `write the changelog`. */
  readonly thing: ReadonlySet<string>;
  /** The same of what follows. */
  readonly place: ReadonlySet<string>;
}

/** What comes to lie somewhere. */
const putting =
  /\b(?:go(?:es)?|writ(?:e|es|ten)|put|place[ds]?|stor(?:e|es|ed)|save[ds]?|keep|kept|li(?:e|es|ve|ves)|belongs?|sits?|stands?|located|found|add(?:ed|s)?|create[ds]?|document(?:ed)?|log(?:ged|s)?|report(?:ed)?)\b/i;
const preposition = /\s(?:in|into|inside|under|within|at|on|beneath|below)\s/i;
/** What is so in one of them may be otherwise in another. */
const circumstances = new Set(
  'production prod staging development dev ci local locally windows linux macos android ios debug release'
    .split(' ')
    .map(stem),
);
/** A thing of one word is told of in many places. */
const leastWords = 2;
const leastAlike = 0.6;
const comparedCharacters = 2_000;

/**
 * Whether both put the same thing somewhere, and each somewhere else: `release notes go in docs/`, `… go in the changelog`. Where it must not
 * go are many places, which all hold.
 */
export function tellOtherPlace(one: string, other: string): boolean {
  const [first, second] = [placeToldIn(one), placeToldIn(other)];
  if (first === undefined || second === undefined) return false;
  if (likeness(first.thing, second.thing) < leastAlike) return false;
  const [gone, came] = [wordsOnlyIn(first.place, second.place), wordsOnlyIn(second.place, first.place)];
  if ([...gone, ...came].some((word) => circumstances.has(word))) return false;
  return gone.length > 0 && came.length > 0 && likeness(first.place, second.place) < leastAlike;
}

function wordsOnlyIn(words: ReadonlySet<string>, others: ReadonlySet<string>): readonly string[] {
  return [...words].filter((word) => !others.has(word));
}

function placeToldIn(text: string): PlaceTold | undefined {
  const sentence = text.slice(0, comparedCharacters).split(/[.;\n](?:\s|$)/, 1)[0] ?? '';
  const at = sentence.search(preposition);
  if (at === -1 || claimOf(sentence).negations > 0 || !putting.test(sentence.slice(0, at))) return undefined;
  const thing = contentOf(sentence.slice(0, at).replaceAll(/\([^)]*\)/g, ' '));
  return thing.size < leastWords ? undefined : { thing, place: contentOf(sentence.slice(at)) };
}

function contentOf(text: string): ReadonlySet<string> {
  return new Set(
    wordsOf(text)
      .filter((word) => word === 'this' || !englishStopWords.has(word))
      .map(stem),
  );
}

function likeness(one: ReadonlySet<string>, other: ReadonlySet<string>): number {
  const both = [...one].filter((word) => other.has(word)).length;
  return both / (one.size + other.size - both || 1);
}
