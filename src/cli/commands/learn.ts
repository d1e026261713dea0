import * as operations from '../../api/operations.ts';
import type { LearningReport, RankingQuality } from '../../model/answers/file-location.ts';
import { countOf, formatDuration, formatShare } from '../../wording/format-number.ts';
import { asking } from '../ask.ts';
import { type Block, blank, bold, cyan, dim, indent, type Part, table, text } from '../page.ts';
import type { Answer, Session } from '../session.ts';

const shownWeights = 5;
/** Smaller changes of a weight are not shown. */
const smallestMove = 0.1;

const learnAnew = asking(operations.learn, showLearning);

export async function learn(session: Session): Promise<Answer> {
  if (!session.options.reset) return await learnAnew(session);
  const forgotten = await (await session.memory()).forgetLearned();
  const shown = forgotten
    ? text(bold('Forgotten'), ': locate uses the shipped weights.')
    : text(bold('Nothing was learned'), ' here; locate uses the shipped weights.');
  return { value: { forgotten }, shown };
}

function showLearning(report: LearningReport): Block {
  const { kind, taughtFixes, heldBackFixes, tookMs } = report;
  const basis = `Learned from ${countOf(taughtFixes, 'past fix', 'past fixes')} and tested on the ${heldBackFixes} after them${describeReuse(report)}; ${formatDuration(tookMs)}.`;
  return [
    kind === 'learned'
      ? text(bold('Learned'), ': from now on, locate uses the weights of this repository.')
      : text(bold('Kept the shipped weights'), ': the weights of this repository did not prove better.'),
    text(dim(basis)),
    blank,
    indent(2, qualityTable(report)),
    blank,
    text(describeGain(report)),
    kind === 'learned' && [blank, showMoves(report)],
  ];
}

function describeReuse({ reusedFixes, taughtFixes, heldBackFixes }: LearningReport): string {
  if (reusedFixes === 0) return '';
  return `, ${reusedFixes === taughtFixes + heldBackFixes ? 'all' : `${reusedFixes} of them`} computed before`;
}

function qualityTable({ comparison: { shipped, own }, heldBackFixes }: LearningReport): Block {
  const count = (name: string, of: (quality: RankingQuality) => number): readonly Part[] => [
    name,
    `${of(shipped)} of ${heldBackFixes}`,
    `${of(own)} of ${heldBackFixes}`,
  ];
  const rows = [
    ['', dim('shipped'), dim('own')],
    count('a file of the fix comes first', ({ hitFirst }) => hitFirst),
    count('all its files among the first 5', ({ allInFirst5 }) => allInFirst5),
    ['mean reciprocal rank', shipped.meanReciprocalRank.toFixed(3), own.meanReciprocalRank.toFixed(3)],
  ];
  return table(rows, { numeric: [1, 2] });
}

function describeGain({ comparison }: LearningReport): string {
  const { gain, gainLow, gainHigh, shareBetter, wins, losses } = comparison;
  const signed = (value: number) => `${value < 0 ? '−' : '+'}${Math.abs(value).toFixed(3)}`;
  return `The learned weights change the mean reciprocal rank by ${signed(gain)} (95% range ${signed(gainLow)} to ${signed(gainHigh)}; better in ${formatShare(shareBetter)} of resamples). Among the first 5 they win ${countOf(wins, 'fix', 'fixes')} and lose ${losses}.`;
}

/** Features that weigh more here than with the shipped weights, and those that weigh less. */
function showMoves({ weights }: LearningReport): Block {
  const moves = Object.entries(weights)
    .map(([name, { shipped, own }]) => ({ name, shipped, own, move: Math.abs(own - shipped) }))
    .filter(({ move }) => move >= smallestMove)
    .sort((a, b) => b.move - a.move)
    .slice(0, shownWeights);
  if (moves.length === 0) return undefined;
  const rows = moves.map(({ name, shipped, own }) => [name, dim(shipped.toFixed(2)), own.toFixed(2)]);
  return [
    text('What moved most:'),
    indent(2, table(rows, { numeric: [1, 2] })),
    blank,
    text('To go back: ', cyan('afterwit learn --reset')),
  ];
}
