import { englishStopWords } from '../text/stop-words.ts';
import { endingHint } from './logs/failure-endings.ts';

/** Longer lines are no sentence that somebody typed before a log. */
const longestSentence = 4_000;
const fewestWords = 3;
/** So many of the words of a sentence, at least, are such as `the` and `is`; a line of a log names things. */
const leastCommon = 0.2;
const word = /^["'(`*_]*[\p{L}\p{N}][\p{L}\p{N}'’./_-]*[)"'`.,;:?!*_]*$/u;
const fence = /^\s*(?:```|~~~)\w*\s*$/;
/** `$ npm test`: it was typed, not printed. */
const typed = /^\s*[$❯➜](?:\s|$)/u;

/**
 * What a program printed, of a text in which somebody pasted it: without sentences and command lines before and after it. They would count as lines that it printed,
 * and no failure would be known by them.
 */
export function pastedOutput(text: string): string {
  const lines = text.split('\n');
  const isAround = (line: string): boolean =>
    line.trim() === '' || fence.test(line) || typed.test(line) || isSentence(line);
  const from = lines.findIndex((line) => !isAround(line));
  const to = lines.findLastIndex((line) => !isAround(line));
  return from === -1 ? '' : lines.slice(from, to + 1).join('\n');
}

/** `Error: could not connect to the server` and `Traceback (most recent call last):` name what they say first, and are none. */
function isLabel(first: string): boolean {
  return first.endsWith(':') || endingHint.test(first);
}

function isSentence(line: string): boolean {
  if (line.length > longestSentence) return false;
  const words = line.trim().split(/\s+/);
  if (words.length < fewestWords || isLabel(words[0] ?? '') || !words.every((each) => word.test(each)))
    return false;
  const common = words.filter((each) => englishStopWords.has(each.toLowerCase().replace(/[^\p{L}']/gu, '')));
  return common.length / words.length >= leastCommon;
}
