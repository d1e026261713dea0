import { stem } from '../stem.ts';
import { englishStopWords } from '../stop-words.ts';

/**
 * What a line is about: `key: value`, `| key | value`, `key # remark`, `**key** value`. A dash before a word is an option of a command,
 * which says nothing about it.
 */
const keyPattern = /^[\s|*`_"\-│└├─]{0,40}([^:|#=\n]{2,60}?)\s{0,10}(?::\s|\||\s[-–—→]\s|\s[#(]|[`*]{2}|=)/;
/** `NAME=value command` sets something for one call. */
const setForCall =
  /^[\s`$]{0,10}[A-Z_][A-Z0-9_]{0,60}=(?:"[^"\n]{0,200}"|'[^'\n]{0,200}'|[^\s"']{1,200})\s+[^#\s]/;

/** What a line says something about, in its words of content, stemmed and in lower case; undefined for a sentence. */
export function keyOfLine(text: string): string | undefined {
  if (setForCall.test(text)) return undefined;
  const words = keyPattern.exec(text)?.[1]?.toLowerCase().trim().split(/\s+/) ?? [];
  const content = words.filter((word) => !englishStopWords.has(word)).map(stem);
  return content.length === 0 ? undefined : content.join(' ');
}
