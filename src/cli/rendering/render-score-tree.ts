import type { ScoreTree } from '../../model/evidence.ts';
import { paragraph } from '../terminal/layout.ts';
import { type Line, line, span } from '../terminal/line.ts';
import type { Page } from './page.ts';

const indent = 2;

/** A score and, indented, its parts. */
export function renderScoreTree(tree: ScoreTree, depth: number, page: Page): readonly Line[] {
  const lead = line(span(`${' '.repeat(depth)}${tree.value.toFixed(3).padStart(8)}  `, 'dim'));
  return [
    ...paragraph(line(span(tree.description, 'dim')), { width: page.width, lead }),
    ...tree.parts.flatMap((part) => renderScoreTree(part, depth + indent, page)),
  ];
}
