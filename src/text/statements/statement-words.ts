import { englishStopWords, stem } from '../words.ts';

/** Longer texts are compared by their beginning, where a rule or a decision names its subject. */
const comparedWords = 150;
const longestRead = 6_000;
/** Numbers, citations and links are no words of a line: `3. `, `(PR #12)`, `[the parser][7]`, `[7]: src/parse.ts`. */
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

/**
 * Subject of a line: `key: value`, `| key | value`, `key # remark`, `**key** value`. A dash before a word is an option
 * of a command, which says nothing about it.
 */
const keyPattern = /^[\s|*`_"\-│└├─]{0,40}([^:|#=\n]{2,60}?)\s{0,10}(?::\s|\||\s[-–—→]\s|\s[#(]|[`*]{2}|=)/;
/** Returns the subject of a line, as its words of content, stemmed and in lower case; undefined for a sentence. */
export function keyOfLine(text: string): string | undefined {
  const words = keyPattern.exec(text)?.[1]?.toLowerCase().trim().split(/\s+/) ?? [];
  const content = words.filter((word) => !englishStopWords.has(word)).map(stem);
  return content.length === 0 ? undefined : content.join(' ');
}

/** `#000000`, `#333`: more likely than an issue of that number. */
const colour = /^#(?:\d{6}|(\d)\1\1)$/;
const comparedCharacters = 2_000;

/** Numbers that name the subject of a statement, without their `#`: `issue #12`. Any other number is a value. */
export function namingNumbers(statement: string): ReadonlySet<string> {
  const found = statement.slice(0, comparedCharacters).match(/#\d+\b/g) ?? [];
  return new Set(found.filter((number) => !colour.test(number)).map((number) => number.slice(1)));
}
