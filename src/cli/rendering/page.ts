import type { CommitId } from '../../model/commit.ts';
import { paragraph } from '../terminal/layout.ts';
import { type Line, type LinePart, line, type Span, span } from '../terminal/line.ts';

/** What a rendering depends on beside the answer. */
export interface Page {
  readonly width: number;
  /** For "3 years ago". */
  readonly nowMs: number;
}

export const blank: Line = [];

const shownIdDigits = 12;
const labelWidth = 9;

/** Id short enough to read, long enough to be copied into another command. */
export function shortId(id: CommitId): Span {
  return span(id.slice(0, shownIdDigits), 'yellow');
}

/** A paragraph behind a dim label: `files    a.ts, b.ts`. */
export function labelled(label: string, parts: readonly LinePart[], page: Page, indent = 0): readonly Line[] {
  const lead = line(' '.repeat(indent), span(label.padEnd(labelWidth), 'dim'));
  return paragraph(line(...parts), { width: page.width, lead });
}

/** A paragraph as wide as the page. */
export function sentence(page: Page, ...parts: readonly LinePart[]): readonly Line[] {
  return paragraph(line(...parts), { width: page.width });
}

/** Elements with `separator` between them. */
export function joinParts(parts: readonly LinePart[], separator = ', '): readonly LinePart[] {
  return parts.flatMap((part, index) => {
    if (index === 0) return [part];
    // The separator touches what it follows, so that no line begins with it.
    return [separator, part];
  });
}
