import type { PolicyVerdict } from '../../model/decision.ts';
import { actionWords } from '../../wording/memory-words.ts';
import { paragraph } from '../terminal/layout.ts';
import { type Line, line, span } from '../terminal/line.ts';
import { indented, type Page } from './page.ts';

type ActionScore = PolicyVerdict['actionScores'][number];

/** Cells on either side of the axis. */
const reach = 10;
const indent = 2;

/**
 * The scores of actions as a picture: each term a bar from the axis, to the right what speaks for the action and to the left what
 * speaks against it, all on one scale.
 *
 * @param shown the actions to draw, in their order
 */
export function renderScorePicture(
  shown: readonly ActionScore[],
  chosen: string,
  page: Page,
): readonly Line[] {
  const largest = Math.max(
    ...shown.flatMap(({ score }) => score.parts.map(({ value }) => Math.abs(value))),
    1e-9,
  );
  return shown.flatMap(({ action, score }) => [
    ...indented(
      page,
      indent,
      span(score.value.toFixed(3).padStart(7), action === chosen ? 'green' : 'dim'),
      '  ',
      span(actionWords[action], action === chosen ? 'green' : undefined),
    ),
    ...score.parts.flatMap(({ value, description }) =>
      paragraph(line(span(description, 'dim')), {
        width: page.width,
        lead: line(
          span(`  ${value.toFixed(3).padStart(7)}  `, 'dim'),
          span(bar(value, largest), value < 0 ? 'red' : 'green'),
          '  ',
        ),
      }),
    ),
  ]);
}

/** `      ████│          ` or `          │██        `. What is not nothing is at least a thin line. */
function bar(value: number, largest: number): string {
  const cells = (Math.abs(value) / largest) * reach;
  const whole = '█'.repeat(Math.round(cells));
  const drawn = whole === '' && Math.abs(value) > 1e-4 ? '▏' : whole;
  return value < 0
    ? `${drawn.padStart(reach)}│${' '.repeat(reach)}`
    : `${' '.repeat(reach)}│${drawn.padEnd(reach)}`;
}
