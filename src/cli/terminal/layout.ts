import { displayWidth, type Line, lineWidth, type SafeText, type Span, span } from './line.ts';

interface ParagraphLayout {
  readonly width: number;
  /** Printed before the first line; the other lines are indented by its width. */
  readonly lead?: Line;
  /** Further indent of the lines after the first, so that rows of a list can be told apart. */
  readonly hang?: number;
}

/** Breaks a line at spaces so that it fits. A word wider than the line overflows and is never cut. */
export function paragraph(body: Line, { width, lead = [], hang = 0 }: ParagraphLayout): readonly Line[] {
  const start = lineWidth(lead);
  const indent = start + hang;
  const lines: Span[][] = [[...lead]];
  let column = start;
  for (const word of words(body)) {
    const current = lines.at(-1);
    const wordWidth = lineWidth(word.spans);
    if (current === undefined) break;
    if (column > (lines.length === 1 ? start : indent) && column + word.gap + wordWidth > width) {
      lines.push([...padding(indent), ...word.spans]);
      column = indent + wordWidth;
    } else {
      current.push(...padding(word.gap), ...word.spans);
      column += word.gap + wordWidth;
    }
  }
  return lines;
}

/** Lines of a table: every cell but a row's last is padded to its column. */
export function alignColumns(
  rows: readonly (readonly Line[])[],
  numeric: ReadonlySet<number> = new Set(),
): readonly Line[] {
  const widths: number[] = [];
  for (const row of rows) {
    for (const [column, cell] of row.entries())
      widths[column] = Math.max(widths[column] ?? 0, lineWidth(cell));
  }
  return rows.map((row) =>
    row.flatMap((cell, column) => {
      const room = padding((widths[column] ?? 0) - lineWidth(cell));
      const gap = column === 0 ? [] : padding(2);
      if (numeric.has(column)) return [...gap, ...room, ...cell];
      return column === row.length - 1 ? [...gap, ...cell] : [...gap, ...cell, ...room];
    }),
  );
}

export function indentLines(lines: readonly Line[], columns: number): readonly Line[] {
  return lines.map((line) => [...padding(columns), ...line]);
}

interface Word {
  /** Spaces before it. */
  readonly gap: number;
  /** Adjacent parts, each in its style. */
  readonly spans: Span[];
}

/** Words of a line. Adjacent spans without a space form one word. */
function words(body: Line): readonly Word[] {
  const found: Word[] = [];
  let gap = 0;
  let open: Word | undefined;
  for (const { text, style } of body) {
    for (const piece of text.match(/ +|[^ ]+/g) ?? []) {
      if (piece.startsWith(' ')) {
        gap += displayWidth(piece);
        open = undefined;
        continue;
      }
      // The cast is sound: a part of a safe text is safe.
      const part: Span =
        style === undefined ? { text: piece as SafeText } : { text: piece as SafeText, style };
      if (open === undefined) {
        open = { gap, spans: [] };
        found.push(open);
      }
      open.spans.push(part);
      gap = 0;
    }
  }
  return found;
}

function padding(columns: number): readonly Span[] {
  return columns > 0 ? [span(' '.repeat(columns))] : [];
}
