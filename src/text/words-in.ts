import { isAscii } from './pattern-for.ts';

const asciiWord = /[A-Za-z0-9_]+/g;
/**
 * Letters and digits of ASCII, and what may be one beyond it: all but punctuation, arrows, mathematics, boxes and dingbats, which
 * programs print beside ASCII.
 */
const mayBeWord = /[A-Za-z0-9_\u00aa-\u200f\u2070-\u218f\u2460-\u24ff\u2776-\u2793\u2c00-\ufffc]+/g;

/** The words of a text: runs of letters, digits and underscores of all scripts. */
export function wordsIn(text: string): readonly string[] {
  if (isAscii(text)) return text.match(asciiWord) ?? [];
  const runs = text.match(mayBeWord) ?? [];
  return runs.flatMap((run) => (isAscii(run) ? run : (run.match(/[\p{L}\p{N}_]+/gu) ?? [])));
}
