const quoteOrComment = /"[^"\\]*(?:\\.[^"\\]*)*"|\/\/[^\n\r]*|\/\*[\s\S]*?\*\//g;
const quoteOrLastComma = /"[^"\\]*(?:\\.[^"\\]*)*"|,(?=\s*[\]}])/g;

/**
 * Plain JSON of the same length: comments and trailing commas become blanks, so that positions hold for both texts.
 * Example: `{"a": 1, // one\n}` becomes `{"a": 1         \n}`. Plain JSON comes back as it is.
 */
export function blankComments(text: string): string {
  return text
    .replace(quoteOrComment, (found) => (found.startsWith('"') ? found : found.replace(/[^\n\r]/g, ' ')))
    .replace(quoteOrLastComma, (found) => (found === ',' ? ' ' : found));
}

/** A range of a text, from the first character to just after the last. */
interface TextSpan {
  readonly start: number;
  readonly end: number;
}

/** A member of an object, from its key on, or an element of an array. */
interface JsonEntry extends TextSpan {
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

/** Object keys and array positions, from the root. */
export type JsonPath = readonly (string | number)[];

// Edits of a JSON text, with or without comments and trailing commas, that keep the layout: only the characters of the added,
// changed or removed entry differ. A comment at the end of a line stays with the entry before it. Removing the last added entry
// restores the original text, except inside containers that were empty.

/** Appends a member to the object, or an element to the array, at `path`, in the layout of its siblings. */
export function addEntry(text: string, path: JsonPath, value: unknown, key?: string): string {
  const plain = blankComments(text);
  const container = path.length === 0 ? rootSpan(plain) : place(plain, path).entry.value;
  const layout = layoutIn(plain, container);
  const name = key === undefined ? '' : `${JSON.stringify(key)}${layout.isCompact ? ':' : ': '}`;
  const added = `${layout.newLine}${name}${render(value, layout)}`;
  const last = entriesOf(plain, container).at(-1);
  if (last !== undefined) return addAfter(text, last, container, added);
  const inside = text.slice(container.start + 1, container.end - 1).trimEnd();
  const start = container.start + 1 + inside.length;
  const separator = endsInLineComment(text.slice(container.start, start)) && layout.isCompact ? '\n' : '';
  return splice(text, { start, end: container.end - 1 }, `${separator}${added}${layout.closingLine}`);
}

export function replaceValue(text: string, path: JsonPath, value: unknown): string {
  const plain = blankComments(text);
  const { container, entry } = place(plain, path);
  return splice(text, entry.value, render(value, layoutIn(plain, container)));
}

export function removeEntry(text: string, path: JsonPath): string {
  const plain = blankComments(text);
  const { container, entries, index, entry } = place(plain, path);
  const before = entries[index - 1];
  const after = entries[index + 1];
  if (before !== undefined) return removeAfter(text, before, entry, container);
  if (after !== undefined) return splice(text, { start: entry.start, end: after.start }, '');
  const inside = text.slice(container.start + 1, entry.start).trimEnd();
  return splice(
    text,
    { start: container.start + 1 + inside.length, end: container.end - 1 },
    endsInLineComment(inside) ? '\n' : '',
  );
}

/** A trailing comma is kept as the habit of this container. */
function addAfter(text: string, last: JsonEntry, container: TextSpan, added: string): string {
  const trailing = commaAfter(text, last, container);
  const at = endOfLineComment(text, trailing === undefined ? last.end : trailing + 1);
  const isCompact = !/^\r?\n/.test(added);
  const separator = isCompact && endsInLineComment(text.slice(last.end, at)) ? '\n' : '';
  const after = splice(
    text,
    { start: at, end: at },
    `${separator}${added}${trailing === undefined ? '' : ','}`,
  );
  return trailing === undefined ? splice(after, { start: last.end, end: last.end }, ',') : after;
}

/** Removes an entry with the comment at the end of its line, and the comma before it when no entry follows. */
function removeAfter(text: string, before: JsonEntry, entry: JsonEntry, container: TextSpan): string {
  const comma = commaAfter(text, before, container) ?? before.end;
  const start = endOfLineComment(text, comma + 1);
  const next = commaAfter(text, entry, container);
  if (next !== undefined) return splice(text, { start, end: endOfLineComment(text, next + 1) }, '');
  const without = splice(text, { start, end: endOfLineComment(text, entry.end) }, '');
  return splice(without, { start: comma, end: comma + 1 }, '');
}

/** Position of the comma that follows an entry, past blanks and comments. */
function commaAfter(text: string, entry: TextSpan, container: TextSpan): number | undefined {
  trivia.lastIndex = entry.end;
  trivia.test(text);
  const at = trivia.lastIndex;
  return text[at] === ',' && at < container.end ? at : undefined;
}

/** Just after a comment that begins in the same line; `at` when there is none. */
function endOfLineComment(text: string, at: number): number {
  lineComment.lastIndex = at;
  return lineComment.test(text) ? lineComment.lastIndex : at;
}

function endsInLineComment(text: string): boolean {
  return /\/\/[^\n\r]*$/.test(text);
}

const trivia = /(?:\s|\/\/[^\n\r]*|\/\*[\s\S]*?\*\/)*/y;
const lineComment = /[ \t]*(?:\/\/[^\n\r]*|\/\*[\s\S]*?\*\/[ \t]*(?=[\r\n]))/y;

function place(text: string, path: JsonPath) {
  let container = rootSpan(text);
  for (const [depth, step] of path.entries()) {
    const entries = entriesOf(text, container);
    // For duplicate keys the last one counts, as in `JSON.parse`.
    const index = typeof step === 'number' ? step : entries.findLastIndex(({ key }) => key === step);
    const entry = entries[index];
    if (entry === undefined) break;
    if (depth === path.length - 1) return { container, entries, index, entry };
    container = entry.value;
  }
  throw new RangeError(`nothing at ${path.join('.')}`);
}

/** Layout of a container's entries: the whitespace before an entry, and before the closing bracket. */
interface Layout {
  readonly isCompact: boolean;
  readonly indentUnit: string;
  readonly newLine: string;
  readonly closingLine: string;
}

const compact: Layout = { isCompact: true, indentUnit: '', newLine: '', closingLine: '' };

function layoutIn(text: string, container: TextSpan): Layout {
  const root = rootSpan(text);
  const first = entriesOf(text, container)[0];
  const rootFirst = entriesOf(text, root)[0];
  const rootIndent = rootFirst && lineIndent(text, rootFirst.start);
  const indent = first && lineIndent(text, first.start);
  if ((first && indent === undefined) || (rootFirst && rootIndent === undefined)) return compact;
  const indentUnit = rootIndent || '  ';
  const lineBreak = /\r?\n/.exec(text)?.[0] ?? '\n';
  const outerIndent = indentOfLine(text, container.start);
  return {
    isCompact: false,
    indentUnit,
    newLine: `${lineBreak}${indent ?? outerIndent + indentUnit}`,
    closingLine: `${lineBreak}${outerIndent}`,
  };
}

function render(value: unknown, { isCompact, indentUnit, newLine }: Layout): string {
  return isCompact
    ? JSON.stringify(value)
    : JSON.stringify(value, null, indentUnit).replaceAll('\n', newLine);
}

/** Indentation of the line; undefined when something else precedes this position in the line. */
function lineIndent(text: string, at: number): string | undefined {
  const lineStart = text.lastIndexOf('\n', at - 1) + 1;
  const before = text.slice(lineStart, at);
  return lineStart > 0 && before.trim() === '' ? before : undefined;
}

function indentOfLine(text: string, at: number): string {
  const lineStart = text.lastIndexOf('\n', at - 1) + 1;
  return /^[ \t]*/.exec(text.slice(lineStart, at))?.[0] ?? '';
}

function splice(text: string, { start, end }: TextSpan, replacement: string): string {
  return text.slice(0, start) + replacement + text.slice(end);
}
