import { lineWidth } from '../terminal/display-width.ts';
import { alignColumns, indentLines, paragraph } from '../terminal/layout.ts';
import { type Line, type LinePart, line, span } from '../terminal/line.ts';
import { blank, type Page } from './page.ts';

export interface NextStep {
  readonly command: string;
  readonly why: string;
}

/** Commands to copy, under a title. Each reason stands beside its command if all of them fit, otherwise below it. */
export function renderNextSteps(title: LinePart, steps: readonly NextStep[], page: Page): readonly Line[] {
  if (steps.length === 0) return [];
  const rows = steps.map(({ command, why }) => [line(span(command, 'cyan')), line(span(why, 'dim'))]);
  const beside = indentLines(alignColumns(rows), 2);
  const fits = beside.every((row) => lineWidth(row) <= page.width);
  const above = rows.flatMap(([command = [], why = []]) => [
    ...indentLines([command], 2),
    ...paragraph(why, { width: page.width, lead: line(' '.repeat(4)) }),
  ]);
  return [blank, line(typeof title === 'string' ? span(title, 'bold') : title), ...(fits ? beside : above)];
}
