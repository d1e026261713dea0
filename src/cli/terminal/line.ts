import { styleText } from 'node:util';
import { neutraliseControls, neutraliseJsonControls } from '../../redaction/neutralise-controls.ts';

export type Style = 'bold' | 'dim' | 'red' | 'green' | 'yellow' | 'cyan' | 'magenta';

/** Text that is safe for terminals. Only {@link span} makes it, so no unsafe text reaches the screen. */
export type SafeText = string & { readonly __brand: 'SafeText' };

/** A run of text in one style. */
export interface Span {
  readonly text: SafeText;
  readonly style?: Style;
}

export type Line = readonly Span[];

/** A line in parts; plain strings are unstyled. */
export type LinePart = string | Span;

/** Text in a style. Control characters are escaped, including newlines: see {@link splitLines}. */
export function span(text: string, style?: Style): Span {
  const safe = neutraliseControls(text) as SafeText;
  return style === undefined ? { text: safe } : { text: safe, style };
}

export function line(...parts: readonly LinePart[]): Line {
  return parts.map((part) => (typeof part === 'string' ? span(part) : part));
}

/**
 * A whole text, safe to print; line ends and tabs stay because they are harmless. Ends with a newline unless it is
 * empty.
 */
export function neutraliseLines(text: string): string {
  const safe = text.replace(/[^\n\t]+/g, neutraliseControls);
  return safe === '' || safe.endsWith('\n') ? safe : `${safe}\n`;
}

const tabWidth = 8;

/** Lines of a text that may hold newlines, tabs expanded; none for empty text. */
export function splitLines(text: string): readonly string[] {
  const trimmed = text.replace(/(?:\r?\n)+$/, '');
  return trimmed === '' ? [] : trimmed.split(/\r?\n/).map(expandTabs);
}

function expandTabs(text: string): string {
  if (!text.includes('\t')) return text;
  let expanded = '';
  for (const piece of text.split(/(\t)/)) {
    expanded += piece === '\t' ? ' '.repeat(tabWidth - (expanded.length % tabWidth)) : piece;
  }
  return expanded;
}

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

/** Puts a style on text, or leaves it plain. */
export type Palette = (style: Style, text: string) => string;

const plain: Palette = (_style, text) => text;
const colored: Palette = (style, text) => styleText(style, text, { validateStream: false });

/** Colours when the stream is a terminal that shows them. Node applies `NO_COLOR` and `FORCE_COLOR`. */
export function paletteFor(stream: NodeJS.WritableStream, allowed: boolean): Palette {
  return allowed && styleText('bold', 'x', { stream }) !== 'x' ? colored : plain;
}

/** The bytes of an answer: lines, styled, each ended by a newline. */
export function renderLines(lines: readonly Line[], palette: Palette): string {
  return lines.map((line) => `${renderLine(line, palette)}\n`).join('');
}

function renderLine(line: Line, palette: Palette): string {
  return joinRuns(line)
    .map(({ text, style }) => (style === undefined ? text : palette(style, text)))
    .join('');
}

interface Run {
  text: string;
  readonly style: Style | undefined;
}

/** Merges neighbouring spans of one style, with the spaces between them; drops spaces at the end of the line. */
function joinRuns(line: Line): readonly Run[] {
  const runs: Run[] = [];
  let spaces = '';
  for (const { text, style } of line) {
    const last = runs.at(-1);
    if (style === undefined && /^ *$/.test(text)) spaces += text;
    else if (last !== undefined && last.style === style) last.text += spaces + text;
    else runs.push({ text: spaces, style: undefined }, { text, style });
    if (style !== undefined || /[^ ]/.test(text)) spaces = '';
  }
  const last = runs.at(-1);
  if (last !== undefined) last.text = last.text.trimEnd();
  return runs.filter(({ text }) => text !== '');
}

/** A value as JSON that any parser reads and that contains no terminal control characters. Ends with a newline. */
export function toJson(value: unknown): string {
  return `${neutraliseJsonControls(JSON.stringify(value, null, 2))}\n`;
}
