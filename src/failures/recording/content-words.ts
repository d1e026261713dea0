import { stem } from '../../text/stem.ts';
import { englishStopWords } from '../../text/stop-words.ts';

/** Limit in characters; of longer texts, only the beginning is compared. */
const longestText = 4_000;
const wordPattern = /[\p{L}\p{N}_$](?:[\p{L}\p{N}_$./:@+-]*[\p{L}\p{N}_$])?/gu;
const plainWord = /^\p{L}+$/u;
const placeholder = /^__[a-z]+__$/;

/** Words of a text in order, in lower case: names and paths whole, plain words stemmed. Function words stay. */
export function wordsInOrder(text: string): readonly string[] {
  return (text.slice(0, longestText).match(wordPattern) ?? []).map((word) => {
    const lower = word.toLowerCase();
    return plainWord.test(lower) && !englishStopWords.has(lower) ? stem(lower) : lower;
  });
}

/** Content words of a text: its words without function words and placeholders. */
export function contentWords(text: string): ReadonlySet<string> {
  return new Set(wordsInOrder(text).filter((word) => !englishStopWords.has(word) && !placeholder.test(word)));
}
