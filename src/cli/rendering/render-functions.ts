import type { EarlierFix, FixedFunction, LocatedFunction } from '../../model/answers/file-location.ts';
import { isoDate } from '../../wording/format-date.ts';
import { countOf, formatShare } from '../../wording/format-number.ts';
import { paragraph } from '../terminal/layout.ts';
import { type Line, line, type Style, span, splitLines } from '../terminal/line.ts';
import { confidenceStyle } from './confidence-span.ts';
import { blank, indented, joinParts, labelled, type Page, sentence, shortId } from './page.ts';

const rankWidth = 2;
const shareWidth = 4;
const indent = rankWidth + 2;
const linesIndent = indent + 2;

/** The functions that a change likely touches; nothing where none were asked for. */
export function renderFunctions(
  functions: readonly LocatedFunction[] | undefined,
  page: Page,
): readonly Line[] {
  if (functions === undefined) return [];
  if (functions.length === 0) return [blank, ...sentence(page, 'No function of these files is likely.')];
  return [
    blank,
    ...sentence(page, span('Functions', 'bold'), ', likeliest first'),
    ...functions.flatMap((each, position) => renderFunction(each, position + 1, page)),
  ];
}

function renderFunction(
  { path, name, line: at, confidence, evidence }: LocatedFunction,
  rank: number,
  page: Page,
): readonly Line[] {
  const mark = span(`${String(rank).padStart(rankWidth)} `, 'dim');
  const share =
    confidence === undefined
      ? [span(' ')]
      : [span(formatShare(confidence).padStart(shareWidth), confidenceStyle(confidence)), span('  ')];
  return [
    ...paragraph(line(span(name, 'magenta'), span(`  ${path}:${at}`, 'dim')), {
      width: page.width,
      lead: line(mark, ...share),
    }),
    ...(evidence.length === 0 ? [] : labelled('why', joinParts(evidence, '; '), page, indent)),
  ];
}

/** Past fixes of likely functions: what was fixed there before, and how. Nothing where none were asked for. */
export function renderEarlierFixes(fixes: readonly EarlierFix[] | undefined, page: Page): readonly Line[] {
  if (fixes === undefined) return [];
  if (fixes.length === 0) return [blank, ...sentence(page, 'No past fix of these files was found.')];
  return [
    blank,
    ...sentence(
      page,
      span('Fixed before', 'bold'),
      ', likeliest first. It is the same place; whether it is the same fault is not known.',
    ),
    ...fixes.flatMap((fix) => renderFix(fix, page)),
  ];
}

function renderFix(
  { commit, subject, committedAtMs, functions, files }: EarlierFix,
  page: Page,
): readonly Line[] {
  const head = [shortId(commit), span(` ${isoDate(committedAtMs)}  `, 'dim'), subject];
  const what =
    functions.length === 0
      ? indented(page, indent, span(`${files.join(', ')}: none of the functions above was changed`, 'dim'))
      : functions.flatMap((each) => renderFixed(each, page));
  return [blank, ...sentence(page, ...head), ...what];
}

function renderFixed(
  { path, name, formerly, removed, added, omittedLines }: FixedFunction,
  page: Page,
): readonly Line[] {
  const former = formerly === undefined ? '' : `, then ${formerly}`;
  return [
    ...indented(page, indent, span(name, 'magenta'), span(`  ${path}${former}`, 'dim')),
    ...removed.flatMap((each) => renderChanged('- ', each, 'red')),
    ...added.flatMap((each) => renderChanged('+ ', each, 'green')),
    ...(omittedLines === 0
      ? []
      : indented(page, linesIndent, span(`and ${countOf(omittedLines, 'line')} more`, 'dim'))),
  ];
}

function renderChanged(sign: string, text: string, style: Style): readonly Line[] {
  return splitLines(text).map((row) => line(' '.repeat(linesIndent), span(sign + row, style)));
}
