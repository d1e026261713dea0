import type { Assignment } from './read-assignment.ts';

/**
 * Where a value stands, which decides how much it has to look like a password: nothing else is ever given as a `setting` or
 * an `option`; a `pair` of a query, a log or a connection string, and a `line` of a file, may still be code.
 */
export type PlaceOfValue = 'setting' | 'option' | 'pair' | 'line' | 'elsewhere';

const farthestBracket = 160;
const longestLine = 120;
const lineHead = /^[ \t+>|#*-]{0,24}["']?[\w.-]{0,60}$/;
const endOfLine = /^["']?[ \t]{0,8}(?:#[^\n]*)?(?:\n|$|&|\\n|\\r|```)/;
/** Looked for backwards. The word before is on the same line, since nothing but blanks stands between. */
const beforeOption = /(?<=\S[ \t]{1,40}["'`]?--?[\w-]{0,80})/y;
const afterOption = /^["']?(?:$|[ \t]*(?:\n|$|\\|[|&;>)`'"]|--?\w|\S*[/.@]|[\w-]+$)|[`'")\]\\])/;

export function placeOf(text: string, wordStart: number, assignment: Assignment): PlaceOfValue {
  const { glue, setting, valueStart, valueEnd } = assignment;
  if (setting) return 'setting';
  const after = text.slice(valueEnd, valueEnd + 40);
  const near = Math.max(0, wordStart - farthestBracket);
  const lineStart = near + text.slice(near, wordStart).lastIndexOf('\n') + 1;
  if (/^ ["']?$/.test(glue)) return isGivenAsOption(text, wordStart, after) ? 'option' : 'elsewhere';
  if (/^[:：]$|^[ \t]*[=:：][ \t]+$|^["'][:=] ?$/.test(glue) && endOfLine.test(after)) return 'line';
  if (/^[=＝]$/.test(glue)) return isArgumentOfCall(text, wordStart, lineStart, after) ? 'elsewhere' : 'pair';
  if (
    wordStart - lineStart <= longestLine &&
    lineHead.test(text.slice(lineStart, wordStart)) &&
    endOfLine.test(after)
  ) {
    return valueStart - wordStart < longestLine && /[=:：]/.test(glue) ? 'line' : 'elsewhere';
  }
  return 'elsewhere';
}

/** `--password X` behind a program and before the end of the command or its next word, not in the middle of a sentence. */
function isGivenAsOption(text: string, wordStart: number, after: string): boolean {
  beforeOption.lastIndex = wordStart;
  return beforeOption.test(text) && afterOption.test(after);
}

/** `connect(user=name, password=value)`: what stands there is a variable. */
function isArgumentOfCall(text: string, wordStart: number, lineStart: number, after: string): boolean {
  if (!/^[,)]/.test(after)) return false;
  const line = text.slice(Math.max(lineStart, wordStart - farthestBracket), wordStart);
  return line.lastIndexOf('(') > Math.max(line.lastIndexOf(')'), line.lastIndexOf('{'));
}
