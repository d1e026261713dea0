import * as operations from '../../api/operations.ts';
import type {
  EarlierFix,
  FileJudgement,
  FileLocation,
  FixedFunction,
  LearningReport,
  LocatedFile,
  LocatedFunction,
  RankingQuality,
} from '../../model/answers/file-location.ts';
import { countOf, formatCount, formatDuration, formatShare, isoDate } from '../../wording/formats.ts';
import { confidenceWords, locateWarningWords } from '../../wording/locate-words.ts';
import { asking, inputOf } from '../ask.ts';
import {
  type Block,
  blank,
  bold,
  cyan,
  dim,
  field,
  green,
  indent,
  joined,
  layOut,
  magenta,
  type Part,
  red,
  row,
  shortId,
  table,
  text,
  unbroken,
  whenShown,
  yellow,
} from '../page.ts';
import { meanwhile } from '../report-progress.ts';
import type { Answer, Session } from '../session.ts';
import { lineWidth, splitLines } from '../terminal/line.ts';
import { byConfidence, showMeanwhile } from './search-commits.ts';

/** Files that the history alone names while the code is read. */
const historyFiles = 5;
/** Less likely files get one line instead of a paragraph, except for the first few. */
const likelyEnough = 0.05;
const alwaysTold = 3;

export async function locate(session: Session): Promise<Answer> {
  const { query, ...options } = await inputOf(operations.locate, session);
  const opened = await session.memory();
  const locating = opened.locate(query, options);
  if (session.isAtTerminal) {
    const other = () => opened.searchCommits(query, { asOf: options.asOf, topK: 1, files: historyFiles });
    const search = await meanwhile(locating, session.isReadingCode, other);
    if (search !== undefined) session.sayMeanwhile(showMeanwhile(search));
  }
  const location = await locating;
  return { value: location, shown: whenShown(() => showLocation(location)) };
}

interface RankedFile {
  readonly file: LocatedFile;
  readonly rank: number;
}

/** Likely files with their evidence, the others in one line each. */
function showLocation(location: FileLocation): Block {
  const { kind, files, reason, functions, pastFixes } = location;
  const ranked = files.map((file, at): RankedFile => ({ file, rank: at + 1 }));
  const warnings = location.warnings.map((each) => text(yellow(locateWarningWords[each])));
  const notes = showFootnotes(location);
  if (kind === 'none_relevant') {
    const why = reason === undefined ? '' : `: ${reason}`;
    const none = text(bold('Nothing relevant'), ` in ${searched(location)}${why}.`);
    return [none, warnings, showOthers('Nearest, none of them likely', ranked), notes];
  }
  const isTold = ({ file, rank }: RankedFile) => rank <= alwaysTold || (file.confidence ?? 1) >= likelyEnough;
  return [
    text(`${countOf(files.length, 'file')} to look at, likeliest first, of ${searched(location)}.`),
    warnings,
    ranked.filter(isTold).map((each) => [blank, showFile(each)]),
    showOthers(
      'Less likely',
      ranked.filter((each) => !isTold(each)),
    ),
    showFunctions(functions),
    showEarlierFixes(pastFixes),
    notes,
  ];
}

function searched({ fileCount, commitCount, asOf }: FileLocation): string {
  return `${countOf(fileCount, 'file')} and ${countOf(commitCount, 'commit')} up to ${asOf.slice(0, 12)}`;
}

function showFile({ file: { path, confidence, evidence, symbols }, rank }: RankedFile): Block {
  const sure = confidence !== undefined && byConfidence(confidence, `  ${confidenceWords(confidence)}`);
  return [
    unbroken(markOf(rank, confidence), bold(path), sure),
    indent(4, field('why', joined(evidence, '; ')), field('look at', joined(symbols.map(placeOf)))),
  ];
}

function placeOf({ name, line }: LocatedFile['symbols'][number]): Part {
  return [magenta(name), dim(`:${line}`)];
}

/** ` 1  72%  `, so that ranks and shares are aligned. */
function markOf(rank: number, confidence: number | undefined): Part {
  const mark = dim(`${String(rank).padStart(2)} `);
  if (confidence === undefined) return [mark, ' '];
  return [mark, byConfidence(confidence, formatShare(confidence).padStart(4)), '  '];
}

function showOthers(name: string, ranked: readonly RankedFile[]): Block {
  if (ranked.length === 0) return undefined;
  const heads = ranked.map(({ file: { path, confidence }, rank }) => [markOf(rank, confidence), path]);
  const rows = ranked.map(({ file: { symbols } }, at): readonly Part[] => [
    heads[at],
    symbols[0] === undefined ? '' : placeOf(symbols[0]),
  ]);
  return [
    blank,
    unbroken(dim(name)),
    // A place is left out where it has no room.
    (page) =>
      layOut(table(rows), page).flatMap((each, at) =>
        lineWidth(each) <= page.width ? [each] : layOut(unbroken(heads[at]), page),
      ),
  ];
}

function showFootnotes({ weights, skipped, judgement }: FileLocation): Block {
  const reasons = Object.entries(skipped).map(([reason, count]) => `${formatCount(count)} ${reason}`);
  const notes = [
    weights === 'learned' && 'Ranked by the weights of this repository (afterwit learn).',
    judgement !== undefined && toldTo(judgement),
    reasons.length > 0 && `Not read: ${reasons.join(', ')}.`,
  ].filter(Boolean);
  return notes.length > 0 && [blank, text(dim(notes.join(' ')))];
}

/** Which judge was told about the files, and whether it has a say in the order. */
function toldTo({ judge, files, result, fault = result.replace('_', ' ') }: FileJudgement): string {
  const told = `${judge} was told the issue and of ${countOf(files.length, 'file')}`;
  return result === 'judged'
    ? `${told}, and has a say in their order.`
    : `${told}, without effect: ${fault}.`;
}

/** The functions that a change likely touches; nothing where none were asked for. */
export function showFunctions(functions: readonly LocatedFunction[] | undefined): Block {
  if (functions === undefined) return undefined;
  if (functions.length === 0) return [blank, text('No function of these files is likely.')];
  return [
    blank,
    text(bold('Functions'), ', likeliest first'),
    functions.map(({ path, name, line, confidence, evidence }, at) => [
      row(markOf(at + 1, confidence), magenta(name), dim(`  ${path}:${line}`)),
      indent(4, field('why', joined(evidence, '; '))),
    ]),
  ];
}

/** Shows past fixes of likely functions: each fault and its fix. Nothing where none were asked for. */
export function showEarlierFixes(fixes: readonly EarlierFix[] | undefined): Block {
  if (fixes === undefined) return undefined;
  if (fixes.length === 0) return [blank, text('No past fix of these files was found.')];
  return [
    blank,
    text(
      bold('Fixed before'),
      ', likeliest first. It is the same place; whether it is the same fault is not known.',
    ),
    fixes.map(({ commit, subject, committedAtMs, functions, files }) => [
      blank,
      text(shortId(commit), dim(` ${isoDate(committedAtMs)}  `), subject),
      indent(
        4,
        functions.length === 0
          ? text(dim(`${files.join(', ')}: none of the functions above was changed`))
          : functions.map(showFixed),
      ),
    ]),
  ];
}

function showFixed({ path, name, formerly, removed, added, omittedLines }: FixedFunction): Block {
  return [
    text(magenta(name), dim(`  ${path}${formerly === undefined ? '' : `, then ${formerly}`}`)),
    indent(
      2,
      removed.flatMap((each) => splitLines(each).map((said) => unbroken(red(`- ${said}`)))),
      added.flatMap((each) => splitLines(each).map((said) => unbroken(green(`+ ${said}`)))),
      omittedLines > 0 && text(dim(`and ${countOf(omittedLines, 'line')} more`)),
    ),
  ];
}

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
