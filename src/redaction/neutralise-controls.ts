/**
 * Characters that a terminal or a reader could take for something other than text: C0 and C1 controls, bidirectional
 * overrides, zero-width and tag characters, blank fillers, unassigned code points, and lone surrogates (a byte of a
 * path that is not UTF-8). The two variation selectors that choose between text and emoji are harmless and stay.
 */
const control = /[[\p{Cc}\p{Cf}\p{Cs}\p{Cn}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]--[\uFE0E\uFE0F]]/gv;

const named: ReadonlyMap<string, string> = new Map([
  ['\n', '\\n'],
  ['\r', '\\r'],
  ['\t', '\\t'],
]);

/**
 * One line of text that is safe to print: every character that could steer a terminal is spelled out (`\x1b`,
 * `\u202e`, `\xff` for a byte that is not UTF-8). Newlines too: split text into lines first.
 */
export function neutraliseControls(text: string): string {
  return text.replace(control, spellOut);
}

/** The same for a text of several lines, such as code: line breaks and tabs stay. */
export function neutraliseLines(text: string): string {
  return text.replaceAll(/[^\n\t]+/g, neutraliseControls);
}

/** JSON stays JSON: the same characters, inside its strings, as JSON escapes. Layout between values is kept. */
export function neutraliseJsonControls(json: string): string {
  return json.replace(control, (character) => (character === '\n' ? character : utf16Escapes(character)));
}

function spellOut(character: string): string {
  const codePoint = character.codePointAt(0) ?? 0;
  // Bytes 0x80–0xFF of paths that are not UTF-8 are held as U+DC80–U+DCFF (`model/repository.ts`).
  if (codePoint >= 0xdc80 && codePoint <= 0xdcff) return `\\x${(codePoint - 0xdc00).toString(16)}`;
  if (codePoint < 0x80) return named.get(character) ?? `\\x${codePoint.toString(16).padStart(2, '0')}`;
  if (codePoint > 0xffff) return `\\u{${codePoint.toString(16)}}`;
  return utf16Escapes(character);
}

function utf16Escapes(character: string): string {
  let escapes = '';
  for (let unit = 0; unit < character.length; unit++) {
    escapes += `\\u${character.charCodeAt(unit).toString(16).padStart(4, '0')}`;
  }
  return escapes;
}
