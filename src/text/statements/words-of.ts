/** Longer texts are compared by their beginning, where a rule or a decision says what it is about. */
const comparedWords = 150;
const longestRead = 6_000;
/** What numbers a line, cites or leads to an address is no word of it: `3. `, `(PR #12)`, `[the parser][7]`, `[7]: src/parse.ts`. */
const marker =
  /\]\[[^\]\n]{1,20}\]|^\s*\[[^\]\n]{1,20}\]:|^\s*\d{1,3}(?:-\d{1,3})?[.)]\s|\([^()\n]{0,12}#\d{1,6}\)/g;
const codeSpan = /`([^`\n]{1,200})`/g;
const codeShape = /[_./:@]|\d/;

/** Words of a statement in lower case; names, paths and versions are one word each. */
export function wordsOf(text: string): readonly string[] {
  return textWords(text.slice(0, longestRead).replaceAll(marker, ' ')).slice(0, comparedWords);
}

function textWords(text: string): readonly string[] {
  // Written here: at the top, its classes of Unicode would be parsed whenever this file is loaded.
  return text.toLowerCase().match(/[\p{L}\p{N}](?:[\p{L}\p{N}_./:@+-]*[\p{L}\p{N}+])?/gu) ?? [];
}

/** Words of a statement that name something: a path, a version, a word in code, a word with capitals within. */
export function namesIn(text: string): ReadonlySet<string> {
  const read = text.slice(0, longestRead);
  const inCode = [...read.matchAll(codeSpan)].flatMap(([, span = '']) => textWords(span));
  const capitals = read.match(/\p{L}*\p{Ll}\p{Lu}[\p{L}\d]*|\p{Lu}{2,}[\p{L}\d]*/gu) ?? [];
  const shaped = textWords(read).filter((word) => codeShape.test(word) && /\p{L}/u.test(word));
  return new Set([...inCode, ...shaped, ...capitals.map((word) => word.toLowerCase())]);
}
