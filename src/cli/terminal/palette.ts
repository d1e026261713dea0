import { styleText } from 'node:util';
import type { Line, Style } from './line.ts';

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
