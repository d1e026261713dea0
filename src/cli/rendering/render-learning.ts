import type { LearningReport, RankingQuality } from '../../model/answers/file-location.ts';
import { countOf, formatDuration, formatShare } from '../../wording/format-number.ts';
import { alignColumns, indentLines } from '../terminal/layout.ts';
import { type Line, line, span } from '../terminal/line.ts';
import { blank, type Page, sentence } from './page.ts';

const indent = 2;
const shownWeights = 5;
/** Smaller changes of a weight are not shown. */
const smallestMove = 0.1;

/** Answer of `learn`. */
export function renderLearning(report: LearningReport, page: Page): readonly Line[] {
  const { kind, taughtFixes, heldBackFixes, tookMs } = report;
  const verdict =
    kind === 'learned'
      ? [span('Learned', 'bold'), ': from now on, locate uses the weights of this repository.']
      : [span('Kept the shipped weights', 'bold'), ': the weights of this repository did not prove better.'];
  const basis = `Learned from ${countOf(taughtFixes, 'past fix', 'past fixes')} and tested on the ${heldBackFixes} after them${describeReuse(report)}; ${formatDuration(tookMs)}.`;
  return [
    ...sentence(page, ...verdict),
    ...sentence(page, span(basis, 'dim')),
    blank,
    ...indentLines(qualityTable(report), indent),
    blank,
    ...sentence(page, describeGain(report)),
    ...(kind === 'learned' ? [blank, ...renderMoves(report, page)] : []),
  ];
}

function describeReuse({ reusedFixes, taughtFixes, heldBackFixes }: LearningReport): string {
  if (reusedFixes === 0) return '';
  return `, ${reusedFixes === taughtFixes + heldBackFixes ? 'all' : `${reusedFixes} of them`} computed before`;
}

function qualityTable({ comparison, heldBackFixes }: LearningReport): readonly Line[] {
  const { shipped, own } = comparison;
  const count = (name: string, of: (quality: RankingQuality) => number) => [
    line(name),
    line(`${of(shipped)} of ${heldBackFixes}`),
    line(`${of(own)} of ${heldBackFixes}`),
  ];
  const rows = [
    [line(''), line(span('shipped', 'dim')), line(span('own', 'dim'))],
    count('a file of the fix comes first', ({ hitFirst }) => hitFirst),
    count('all its files among the first 5', ({ allInFirst5 }) => allInFirst5),
    [
      line('mean reciprocal rank'),
      line(shipped.meanReciprocalRank.toFixed(3)),
      line(own.meanReciprocalRank.toFixed(3)),
    ],
  ];
  return alignColumns(rows, new Set([1, 2]));
}

function describeGain({ comparison }: LearningReport): string {
  const { gain, gainLow, gainHigh, shareBetter, wins, losses } = comparison;
  const signed = (value: number) => `${value < 0 ? '−' : '+'}${Math.abs(value).toFixed(3)}`;
  return `The learned weights change the mean reciprocal rank by ${signed(gain)} (95% range ${signed(gainLow)} to ${signed(gainHigh)}; better in ${formatShare(shareBetter)} of resamples). Among the first 5 they win ${countOf(wins, 'fix', 'fixes')} and lose ${losses}.`;
}

/** Features that weigh more here than with the shipped weights, and those that weigh less. */
function renderMoves({ weights }: LearningReport, page: Page): readonly Line[] {
  const moves = Object.entries(weights)
    .map(([name, { shipped, own }]) => ({ name, shipped, own, move: Math.abs(own - shipped) }))
    .filter(({ move }) => move >= smallestMove)
    .sort((a, b) => b.move - a.move)
    .slice(0, shownWeights);
  if (moves.length === 0) return [];
  const rows = moves.map(({ name, shipped, own }) => [
    line(name),
    line(span(shipped.toFixed(2), 'dim')),
    line(own.toFixed(2)),
  ]);
  return [
    ...sentence(page, 'What moved most:'),
    ...indentLines(alignColumns(rows, new Set([1, 2])), indent),
    blank,
    ...sentence(page, 'To go back: ', span('afterwit learn --reset', 'cyan')),
  ];
}

/** Answer of `learn --reset`. */
export function renderReset(forgotten: boolean, page: Page): readonly Line[] {
  return forgotten
    ? sentence(page, span('Forgotten', 'bold'), ': locate uses the shipped weights.')
    : sentence(page, span('Nothing was learned', 'bold'), ' here; locate uses the shipped weights.');
}
