import { containment, jaccard } from '../likeness.ts';
import { englishStopWords, stem } from '../words.ts';
import { wordsOf } from './statement-words.ts';

const negation =
  /\b(?:not|never|no|avoid|without|cannot|forbidden|disabled|\w+n['’]t|dont|doesnt|isnt|arent|cant|mustnt)\b/gi;

/** How often a text says *not*; twice is no denial: `do not merge without a review`. English. */
export function countNegations(text: string): number {
  return text.match(negation)?.length ?? 0;
}

const patterns: readonly (readonly [word: string, pattern: RegExp])[] = [
  ['not', /\b(?:not|cannot|dont|doesnt|didnt|wont|cant)\b|n['’]t\b/i],
  ['never', /\bnever\b/i],
  ['no', /\b(?:no|none|nothing|nobody|neither|nor)\b/i],
  ['without', /\bwithout\b/i],
  ['only', /\b(?:only|solely|exclusively)\b/i],
  ['unless', /\b(?:unless|except|until|instead|avoid|stop)\b/i],
  ['must', /\b(?:must|shall|always|required?|has to|have to)\b/i],
  ['may', /\b(?:may|might|can(?!['’]t)|could|should|optional(?:ly)?)\b/i],
];

/**
 * The kinds of words in a text that deny, limit, demand or permit, in a fixed order: "Do not deploy by hand, and never on
 * Fridays" → `not never`. Texts that differ in it may say the opposite with the same other words, so they are not merged.
 * English only.
 */
export function polarityOf(text: string): string {
  return patterns
    .filter(([, pattern]) => pattern.test(text))
    .map(([word]) => word)
    .join(' ');
}

/** Words of a statement, and how often it says *not*. */
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
 * Share of common content words, 0–1, of two statements of which one denies and the other does not: `never commit lock files`,
 * `commit lock files`. 0 where both or neither deny, and where each names something else: production may do what staging must
 * not.
 */
export function likenessOfDenial(one: Claim, other: Claim): number {
  if (one.negations + other.negations !== 1) return 0;
  return containment(one.words, other.words) < 1 ? 0 : jaccard(one.words, other.words);
}

const longestCompared = 2_000;
/** The word that follows is ruled out in favour of the one before: `pnpm, not npm`, `pnpm and never npm`. */
const exclusion =
  /(?:[,;(–—-]\s*|\b(?:and|but)\s+)(?:not|never|no longer)\s+(?:(?:use|run|with|via|the)\s+)*([^\s.,;:)]+)/gi;
/** Thing that a statement asks for: `use npm`, `install them with npm`, `npm is used`. */
const request =
  /\b(?:use[sd]?|using|runs?|call|prefer|choose|with|via|through|by)\s+(?:the\s+)?(\S+)|(\S+)\s+(?:is|are)\s+(?:used|preferred)\b/gi;
/** It asks for nothing else than it names. */
const restriction = /\b(?:reject(?:s|ed)?|only)\b/i;

/** Whether a statement rules out by name what another one asks for: `use pnpm, not npm`, of `use npm`. */
export function rulesOut(statement: string, other: string): boolean {
  const excluded = excludedIn(statement.slice(0, longestCompared));
  if (excluded.length === 0) return false;
  const asked = other.slice(0, longestCompared).replaceAll(exclusion, ' ');
  if (countNegations(asked) > 0 || restriction.test(asked)) return false;
  const names = new Set(
    [...asked.matchAll(request)].flatMap(([, after = '', before = '']) => wordsOf(after || before)),
  );
  return excluded.some((name) => names.has(name));
}

/** Single names that a statement rules out and does not mention otherwise; `"Cloud" (not "cloud")` rules out a spelling only. */
function excludedIn(text: string): readonly string[] {
  const found = [...text.matchAll(exclusion)];
  if (found.length === 0) return [];
  const rest = new Set(wordsOf(text.replaceAll(exclusion, ' ')));
  return found
    .flatMap(([, name = '']) => wordsOf(name))
    .filter((word) => word.length > 1 && !englishStopWords.has(word) && !rest.has(word));
}

/** Words before the name of a replaced thing, which ends with the clause. */
const announcement =
  /\b(?:instead of|rather than|in place of|no longer|not .{0,40}\bany ?more|replac(?:e[sd]?|ing)|supersed(?:e[sd]?|ing)|amend(?:s|ed|ing)?|overrid(?:e[sd]?|ing)|correct(?:s|ion)|deprecates?|revis(?:es|ion)|as of|from now on|switch(?:ed)? from|mov(?:ed|e) (?:away )?from|migrated from|used to|was wrong|formerly|previously|earlier (?:rule|decision|note))\b((?:[^.;\n]|\.(?=\S))*)/gi;

/** It was otherwise before. */
const change = /\b(?:now|legacy|obsolete|outdated|deprecated)\b/i;

interface NamedReplacement {
  /** The newer says that something is replaced: `instead of`, `no longer`, `as of`. */
  readonly announced: boolean;
  /**
   * The thing that it names as replaced stands in the older, which does not name it so itself: `instead of npm`, of a
   * rule about npm; not of another rule that is against npm too.
   */
  readonly named: boolean;
  /** The newer says that it was otherwise before, and the older does not: `now`, `legacy`. */
  readonly outdates: boolean;
}

export function namesReplaced(newer: string, older: string): NamedReplacement {
  const replacedBefore = new Set(announcedIn(older));
  const known = new Set(wordsOf(older).map(stem));
  const named = announcedIn(newer).some(
    (word) => !englishStopWords.has(word) && !replacedBefore.has(word) && known.has(stem(word)),
  );
  const outdates = change.test(newer) && !change.test(older);
  return { announced: newer.search(announcement) !== -1, named, outdates };
}

function announcedIn(text: string): readonly string[] {
  return [...text.matchAll(announcement)].flatMap(([, clause = '']) => wordsOf(clause));
}
