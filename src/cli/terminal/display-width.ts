import type { Line } from './line.ts';

const printableAscii = /^[\x20-\x7e]*$/;
const combining = /^\p{M}$/u;
/** East Asian wide and full-width blocks, and characters shown as emoji. */
const wide =
  /^[\p{Emoji_Presentation}\u1100-\u115f\u2e80-\u303e\u3041-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff01-\uff60\uffe0-\uffe6\u{20000}-\u{3fffd}]$/u;

/** Approximate number of columns that a text takes on a terminal. */
export function displayWidth(text: string): number {
  if (printableAscii.test(text)) return text.length;
  let width = 0;
  for (const character of text) {
    if (!combining.test(character)) width += wide.test(character) ? 2 : 1;
  }
  return width;
}

export function lineWidth(line: Line): number {
  return line.reduce((width, { text }) => width + displayWidth(text), 0);
}
