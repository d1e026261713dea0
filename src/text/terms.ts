import { englishStopWords, isAscii, patternFor, splitIdentifier, stem, wordsIn } from './words.ts';

/** Increased whenever the same text gives other terms than before; indexes built with another version are rebuilt. */
export const termsVersion = 1;

/** Prefix of a term that stands for a whole compound identifier (`=migrationwriter`), beside its parts. */
export const compoundPrefix = '=';

const unsegmentedScript = () => /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/u;
const objectIdPattern = /^(?=.*\d)[0-9a-f]{7,64}$/i;
const longestWord = 100;

/**
 * Terms of a text in order of appearance. Identifiers give their stemmed lower-case parts and, when they have several,
 * the whole compound too, so that `MigrationWriter` is found by "migration writer" but ranks above `OperationWriter`
 * for `MigrationWriter`. Scripts without spaces give character pairs. Numbers and object ids give nothing.
 */
export function termsOf(text: string): string[] {
  const terms: string[] = [];
  for (const word of wordsIn(text)) {
    for (const term of termsOfWord(word)) terms.push(term);
  }
  return terms;
}

export function countTerms(text: string): Map<string, number> {
  const counts = new Map<string, number>();
  for (const word of wordsIn(text)) {
    for (const term of termsOfWord(word)) counts.set(term, (counts.get(term) ?? 0) + 1);
  }
  return counts;
}

/** For each term of a text, the first word that gave it: how to show a term to a person. */
export function wordsByTerm(text: string): Map<string, string> {
  const words = new Map<string, string>();
  for (const word of wordsIn(text)) {
    for (const term of termsOfWord(word)) if (!words.has(term)) words.set(term, word);
  }
  return words;
}

const remembered = new Map<string, readonly string[]>();
const mostRemembered = 50_000;

/** Text repeats its words, so remembering them makes tokenising several times faster; bounded, then started afresh. */
function termsOfWord(word: string): readonly string[] {
  let terms = remembered.get(word);
  if (terms === undefined) {
    terms = deriveTerms(word);
    if (remembered.size >= mostRemembered) remembered.clear();
    remembered.set(word, terms);
  }
  return terms;
}

function deriveTerms(word: string): readonly string[] {
  if (word.length > longestWord || objectIdPattern.test(word)) return [];
  if (!isAscii(word) && unsegmentedScript().test(word)) return characterPairs(word.toLowerCase());
  const parts = splitIdentifier(word);
  const terms = parts
    .map((part) => part.toLowerCase())
    .filter(isMeaningful)
    .map(stem);
  if (parts.length > 1) {
    const compound = word.toLowerCase().replace(/^_+|_+$/g, '');
    if (compound.length > 2 && !isNumber(compound)) terms.push(compoundPrefix + compound);
  }
  return terms;
}

function isMeaningful(part: string): boolean {
  return part.length > 1 && !beginsWithDigit(part) && !englishStopWords.has(part);
}

function beginsWithDigit(part: string): boolean {
  return patternFor(part, /^[0-9]/, () => /^\p{N}/u).test(part);
}

function isNumber(word: string): boolean {
  return patternFor(word, /^[0-9]+$/, () => /^\p{N}+$/u).test(word);
}

function characterPairs(word: string): readonly string[] {
  const characters = [...word];
  if (characters.length === 1) return characters;
  return characters.slice(1).map((character, index) => `${characters[index]}${character}`);
}
