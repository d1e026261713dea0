const beyondAscii = /[\u0080-\uffff]/;

export function isAscii(text: string): boolean {
  return !beyondAscii.test(text);
}

/** Beyond ASCII all but punctuation, arrows, mathematics, boxes and dingbats, of which none is a letter or a digit. */
const letterBeyondAscii = /[\u00aa-\u200f\u2070-\u218f\u2460-\u24ff\u2776-\u2793\u2c00-\uffff]/;

/**
 * Whether a text has no letters or digits beyond ASCII; signs such as `●`, `›` and typographic quotes do not count. For
 * expressions that tell letters and digits from other characters.
 */
export function hasAsciiWords(text: string): boolean {
  return !letterBeyondAscii.test(text);
}

/**
 * Picks the fitting one of two equivalent expressions, with `[A-Za-z]` or `\p{L}`, for a text. A class of Unicode takes 2 to
 * 10 ms to compile, and most programs print ASCII alone.
 * @param unicode makes the expression: it is not even parsed before it is needed
 * @param isPlain whether the first is right: {@link hasAsciiWords} where it matches letters and digits alone
 */
export function patternFor(text: string, ascii: RegExp, unicode: () => RegExp, isPlain = isAscii): RegExp {
  return isPlain(text) ? ascii : unicode();
}

const asciiWord = /[A-Za-z0-9_]+/g;
/**
 * ASCII letters and digits, and characters beyond ASCII other than punctuation, arrows, mathematics, boxes and dingbats, which
 * programs print beside ASCII.
 */
const mayBeWord = /[A-Za-z0-9_\u00aa-\u200f\u2070-\u218f\u2460-\u24ff\u2776-\u2793\u2c00-\ufffc]+/g;

/** The words of a text: runs of letters, digits and underscores of all scripts. */
export function wordsIn(text: string): readonly string[] {
  if (isAscii(text)) return text.match(asciiWord) ?? [];
  const runs = text.match(mayBeWord) ?? [];
  return runs.flatMap((run) => (isAscii(run) ? run : (run.match(/[\p{L}\p{N}_]+/gu) ?? [])));
}

const asciiPart = /[A-Z]+(?=[A-Z][a-z])|[A-Z]?[a-z]+|[A-Z]+|[0-9]+/g;
const part = () => /\p{Lu}+(?=\p{Lu}\p{Ll})|\p{Lu}?[\p{Ll}\p{Lo}\p{Lm}]+|\p{Lu}+|\p{N}+/gu;

/** Parts of an identifier by case and underscore: `parseHTTPHeader_v2` → `parse`, `HTTP`, `Header`, `v`, `2`. */
export function splitIdentifier(identifier: string): readonly string[] {
  return identifier.match(patternFor(identifier, asciiPart, part)) ?? [];
}

/** A text on one line: each run of white space, ends of lines among them, is one space. */
export function oneLine(text: string): string {
  return text.replace(/[\s\u0085]+/g, ' ').trim();
}
