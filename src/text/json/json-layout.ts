/** A range of a text, from the first character to just after the last. */
export interface TextSpan {
  readonly start: number;
  readonly end: number;
}

/** A member of an object, from its key on, or an element of an array. */
export interface JsonEntry extends TextSpan {
  /** Absent for elements. */
  readonly key?: string;
  readonly value: TextSpan;
}

const blanks = /[\s\uFEFF]*/y;
const primitive = /[^\s,\]}]*/y;
const bracketOrQuote = /["[\]{}]/g;
const endOfQuote = /"[^"\\]*(?:\\.[^"\\]*)*"/y;

/** The value of a JSON text. All functions here expect texts that `JSON.parse` accepts. */
export function rootSpan(text: string): TextSpan {
  const start = skip(blanks, text, 0);
  return { start, end: endOfValue(text, start) };
}

/** Members or elements of an object or array, in order; duplicate keys are kept. */
export function entriesOf(text: string, container: TextSpan): readonly JsonEntry[] {
  const entries: JsonEntry[] = [];
  const isObject = text[container.start] === '{';
  let at = skip(blanks, text, container.start + 1);
  while (at < container.end - 1) {
    const entry = isObject ? memberAt(text, at) : elementAt(text, at);
    entries.push(entry);
    const comma = skip(blanks, text, entry.end);
    at = skip(blanks, text, comma + 1);
  }
  return entries;
}

function memberAt(text: string, start: number): JsonEntry {
  const endOfKey = skip(endOfQuote, text, start);
  const colon = skip(blanks, text, endOfKey);
  const value = elementAt(text, skip(blanks, text, colon + 1)).value;
  return { start, end: value.end, key: JSON.parse(text.slice(start, endOfKey)), value };
}

function elementAt(text: string, start: number): JsonEntry {
  const value = { start, end: endOfValue(text, start) };
  return { ...value, value };
}

function endOfValue(text: string, start: number): number {
  if (text[start] === '"') return skip(endOfQuote, text, start);
  if (text[start] !== '{' && text[start] !== '[') return skip(primitive, text, start);
  let depth = 0;
  bracketOrQuote.lastIndex = start;
  for (let match = bracketOrQuote.exec(text); match !== null; match = bracketOrQuote.exec(text)) {
    if (match[0] === '"') bracketOrQuote.lastIndex = skip(endOfQuote, text, match.index);
    else depth += match[0] === '{' || match[0] === '[' ? 1 : -1;
    if (depth === 0) break;
  }
  return bracketOrQuote.lastIndex;
}

/** The position after the match of a sticky pattern. */
function skip(pattern: RegExp, text: string, start: number): number {
  pattern.lastIndex = start;
  return pattern.test(text) ? pattern.lastIndex : start;
}
