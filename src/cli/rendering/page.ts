import type { CommitId } from '../../model/repository.ts';
import { shortUuid } from '../../wording/short-uuid.ts';
import { paragraph } from '../terminal/layout.ts';
import { type Line, type LinePart, line, type Span, type Style, span, splitLines } from '../terminal/line.ts';

/** What a rendering depends on besides the answer. */
export interface Page {
  readonly width: number;
  /** Current time, for ages such as "3 years ago". */
  readonly nowMs: number;
}

export const blank: Line = [];

const shownIdDigits = 12;
const labelWidth = 9;

/** Id short enough to read, long enough to be copied into another command. */
export function shortId(id: CommitId): Span {
  return span(id.slice(0, shownIdDigits), 'yellow');
}

/** The beginning of a memory's id, as a mark. */
export function itemMark(id: string): Span {
  return span(shortUuid(id), 'yellow');
}

/** A text of any number of lines, each a paragraph as wide as the page. */
export function textLines(text: string, page: Page, indent: number): readonly Line[] {
  return splitLines(text).flatMap((row) =>
    paragraph(line(row), { width: page.width, lead: line(' '.repeat(indent)) }),
  );
}

/** A paragraph behind a dim label: `files    a.ts, b.ts`. */
export function labelled(label: string, parts: readonly LinePart[], page: Page, indent = 0): readonly Line[] {
  const lead = line(' '.repeat(indent), span(`${label} `.padEnd(labelWidth), 'dim'));
  return paragraph(line(...parts), { width: page.width, lead });
}

/** A labelled text that may have several lines; nothing when it is empty. */
export function labelledText(
  label: string,
  text: string,
  page: Page,
  { indent = 0, style }: { readonly indent?: number; readonly style?: Style } = {},
): readonly Line[] {
  return splitLines(text).flatMap((row, position) =>
    row === '' ? [blank] : labelled(position === 0 ? label : '', [span(row, style)], page, indent),
  );
}

/** A paragraph as wide as the page. */
export function sentence(page: Page, ...parts: readonly LinePart[]): readonly Line[] {
  return paragraph(line(...parts), { width: page.width });
}

/** A paragraph as wide as the page, indented. */
export function indented(page: Page, indent: number, ...parts: readonly LinePart[]): readonly Line[] {
  return paragraph(line(...parts), { width: page.width, lead: line(' '.repeat(indent)) });
}

/** Elements with `separator` between them. */
export function joinParts(parts: readonly LinePart[], separator = ', '): readonly LinePart[] {
  return parts.flatMap((part, index) => {
    if (index === 0) return [part];
    // The separator stays with the preceding part, so that no line begins with it.
    return [separator, part];
  });
}
