import { neutraliseControls } from '../../redaction/neutralise-controls.ts';

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
