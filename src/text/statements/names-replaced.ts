import { stem } from '../stem.ts';
import { englishStopWords } from '../stop-words.ts';
import { wordsOf } from './words-of.ts';

/** What follows names what is replaced, up to the end of the clause. */
const announcement =
  /\b(?:instead of|rather than|in place of|no longer|not .{0,40}\bany ?more|replac(?:e[sd]?|ing)|supersed(?:e[sd]?|ing)|amend(?:s|ed|ing)?|overrid(?:e[sd]?|ing)|correct(?:s|ion)|deprecates?|revis(?:es|ion)|as of|from now on|switch(?:ed)? from|mov(?:ed|e) (?:away )?from|migrated from|used to|was wrong|formerly|previously|earlier (?:rule|decision|note))\b((?:[^.;\n]|\.(?=\S))*)/gi;

/** It was otherwise before. */
const change = /\b(?:now|legacy|obsolete|outdated|deprecated)\b/i;

interface NamedReplacement {
  /** The newer says that something is replaced: `instead of`, `no longer`, `as of`. */
  readonly announced: boolean;
  /**
   * What it names as replaced stands in the older, which does not name it so itself: `instead of npm`, of a rule about npm; not of
   * another one that is against npm too.
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
