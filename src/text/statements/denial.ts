import { containment, jaccard } from '../likeness.ts';
import { stem } from '../stem.ts';
import { englishStopWords } from '../stop-words.ts';
import { countNegations } from './negation.ts';
import { wordsOf } from './words-of.ts';

/** What a statement speaks of, and how often it says *not*. */
interface Claim {
  readonly negations: number;
  /** Stemmed words of content. */
  readonly words: ReadonlySet<string>;
}

/** A statement that denies so much of another one says the opposite, even if both were said at once. */
export const leastDenied = 0.8;

/** They say whether or how often, not what. */
const wordsOfWhether = new Set(['always', 'never', 'ever', 'avoid', 'forbidden', 'please']);

/** Read once where a statement is compared with many. */
export function claimOf(text: string): Claim {
  const words = wordsOf(text).filter((word) => !englishStopWords.has(word) && !wordsOfWhether.has(word));
  return { negations: countNegations(text), words: new Set(words.map(stem)) };
}

/**
 * How much two statements speak of the same, of which one says *not* and the other does not, 0–1 of their words of content: `never
 * commit lock files`, `commit lock files`. 0 where both or neither deny, and where each names something that the other does not: what
 * staging must not do, production may.
 */
export function likenessOfDenial(one: Claim, other: Claim): number {
  if (one.negations + other.negations !== 1) return 0;
  return containment(one.words, other.words) < 1 ? 0 : jaccard(one.words, other.words);
}
