import { entriesOf, type JsonEntry, rootSpan, type TextSpan } from './json-layout.ts';

/** Object keys and array positions, from the root. */
export type JsonPath = readonly (string | number)[];

interface Place {
  readonly container: TextSpan;
  readonly entries: readonly JsonEntry[];
  readonly index: number;
  readonly entry: JsonEntry;
}

// Edits of a JSON text that keep the layout: only the characters of the added, changed or removed entry differ.
// Removing the last added entry restores the original text, except inside containers that were empty.

/** Appends a member to the object, or an element to the array, at `path`, in the layout of its siblings. */
export function addEntry(text: string, path: JsonPath, value: unknown, key?: string): string {
  const container = path.length === 0 ? rootSpan(text) : place(text, path).entry.value;
  const layout = layoutIn(text, container);
  const name = key === undefined ? '' : `${JSON.stringify(key)}${layout.isCompact ? ':' : ': '}`;
  const added = `${layout.newLine}${name}${render(value, layout)}`;
  const last = entriesOf(text, container).at(-1);
  if (last !== undefined) return splice(text, { start: last.end, end: last.end }, `,${added}`);
  return splice(
    text,
    { start: container.start + 1, end: container.end - 1 },
    `${added}${layout.closingLine}`,
  );
}

/** Replaces the value at `path`. */
export function replaceValue(text: string, path: JsonPath, value: unknown): string {
  const { container, entry } = place(text, path);
  return splice(text, entry.value, render(value, layoutIn(text, container)));
}

/** Removes the member or element at `path`. */
export function removeEntry(text: string, path: JsonPath): string {
  const { container, entries, index, entry } = place(text, path);
  const before = entries[index - 1];
  const after = entries[index + 1];
  if (before !== undefined) return splice(text, { start: before.end, end: entry.end }, '');
  if (after !== undefined) return splice(text, { start: entry.start, end: after.start }, '');
  return splice(text, { start: container.start + 1, end: container.end - 1 }, '');
}

function place(text: string, path: JsonPath): Place {
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
