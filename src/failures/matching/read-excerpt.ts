import { maskVolatile } from './mask-volatile.ts';
import { isWrapperLine } from './wrapper-lines.ts';

/** A line of an excerpt without what is volatile. */
export interface ReadLine {
  readonly text: string;
  /** Its words, numbers among them, in order. */
  readonly words: readonly string[];
  /** It says that something is wrong, and is no warning. */
  readonly saysWhy: boolean;
}

/** What a failure printed, read to be compared. */
export interface ReadExcerpt {
  /** Each line once; what wrappers say is left out, unless there is nothing else. */
  readonly lines: readonly ReadLine[];
  /** Words of all lines, in lower case. */
  readonly words: ReadonlySet<string>;
}

const gap = '…';
const longestLine = 400;
const mostLines = 60;
const word = /[A-Za-z_$\u0080-\uffff][\w$\u0080-\uffff]*|-?\d+(?:\.\d+)*/g;
const saysWhy =
  /err(?:or|!)|fail|exception|panic|fatal|cannot|can't|could not|unable|unknown|undefined|undeclared|missing|denied|refused|not (?:found|ok|defined)|no such|invalid|unexpected|expected|received|assert|conflict|mismatch|abort|timed? ?out|[✗✕✖✘×☓]|[^=!][!=]==? |(?:http|status)\D{0,20}[45]\d\d\b|:<line>:?/i;
const saysLittle = /\b(?:warn(?:ing)?|note|debug|info)\b/i;

export function readExcerpt(excerpt: string): ReadExcerpt {
  const printed = excerpt.split('\n').filter((line) => line !== gap && line.trim() !== '');
  const inner = printed.filter((line) => !isWrapperLine(line));
  const byText = new Map<string, ReadLine>();
  for (const line of (inner.length > 0 ? inner : printed).slice(0, mostLines)) {
    const text = maskVolatile(line.slice(0, longestLine));
    if (!byText.has(text)) byText.set(text, readLine(text));
  }
  const lines = [...byText.values()];
  return { lines, words: new Set(lines.flatMap(({ words }) => words.map((one) => one.toLowerCase()))) };
}

function readLine(text: string): ReadLine {
  return {
    text,
    words: (text.match(word) ?? []).filter((one) => one.length > 1 || /\d/.test(one)),
    saysWhy: doesSayWhy(text),
  };
}

/** Whether a line says that something is wrong, and is no warning. */
export function doesSayWhy(text: string): boolean {
  return saysWhy.test(text) && !saysLittle.test(text);
}

/** Share of the words of both that are in both, 0–1. */
export function excerptLikeness({ words: one }: ReadExcerpt, { words: other }: ReadExcerpt): number {
  let shared = 0;
  for (const each of one) if (other.has(each)) shared += 1;
  const all = one.size + other.size - shared;
  return all === 0 ? 0 : shared / all;
}
