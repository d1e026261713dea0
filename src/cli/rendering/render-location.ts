import type { FileLocation, LocatedFile } from '../../model/answers/file-location.ts';
import { confidenceWords } from '../../wording/confidence-words.ts';
import { countOf, formatCount, formatShare } from '../../wording/format-number.ts';
import { locateWarningWords } from '../../wording/locate-warning-words.ts';
import { lineWidth } from '../terminal/display-width.ts';
import { alignColumns } from '../terminal/layout.ts';
import { type Line, line, span } from '../terminal/line.ts';
import { confidenceStyle } from './confidence-span.ts';
import { blank, joinParts, labelled, type Page, sentence } from './page.ts';
import { renderEarlierFixes, renderFunctions } from './render-functions.ts';

/** Less likely files get one line instead of a paragraph, except for the first few. */
const likelyEnough = 0.05;
const alwaysTold = 3;
const rankWidth = 2;
const shareWidth = 4;
const indent = rankWidth + 2;
interface RankedEntry {
  readonly file: LocatedFile;
  readonly rank: number;
}

/** Answer of `locate`: likely files with their evidence, the others in one line each. */
export function renderLocation(location: FileLocation, page: Page): readonly Line[] {
  if (location.kind === 'none_relevant') return renderNone(location, page);
  const entries = location.files.map((file, position) => ({ file, rank: position + 1 }));
  const isTold = ({ file, rank }: RankedEntry) =>
    rank <= alwaysTold || (file.confidence ?? 1) >= likelyEnough;
  const told = entries.filter(isTold);
  const others = entries.filter((entry) => !isTold(entry));
  return [
    ...renderVerdict(location, page),
    ...location.warnings.flatMap((warning) => sentence(page, span(locateWarningWords[warning], 'yellow'))),
    ...told.flatMap((entry) => [blank, ...renderFile(entry, page)]),
    ...(others.length === 0 ? [] : [blank, ...renderOthers('Less likely', others, page)]),
    ...renderFunctions(location.functions, page),
    ...renderEarlierFixes(location.pastFixes, page),
    ...renderFootnotes(location, page),
  ];
}

function renderVerdict(location: FileLocation, page: Page) {
  const files = countOf(location.files.length, 'file');
  return sentence(page, `${files} to look at, likeliest first, of ${searched(location)}.`);
}

function searched({ fileCount, commitCount, asOf }: FileLocation): string {
  return `${countOf(fileCount, 'file')} and ${countOf(commitCount, 'commit')} up to ${asOf.slice(0, 12)}`;
}

function renderNone(location: FileLocation, page: Page): readonly Line[] {
  const { files, reason, warnings } = location;
  const why = reason === undefined ? '' : `: ${reason}`;
  const entries = files.map((file, position) => ({ file, rank: position + 1 }));
  return [
    ...sentence(page, span('Nothing relevant', 'bold'), ` in ${searched(location)}${why}.`),
    ...warnings.flatMap((warning) => sentence(page, span(locateWarningWords[warning], 'yellow'))),
    ...(entries.length === 0 ? [] : [blank, ...renderOthers('Nearest, none of them likely', entries, page)]),
    ...renderFootnotes(location, page),
  ];
}

function renderFile({ file, rank }: RankedEntry, page: Page): readonly Line[] {
  const { path, confidence, evidence, symbols } = file;
  const places = symbols.map(({ name, line: at }) => [span(name, 'magenta'), span(`:${at}`, 'dim')]);
  return [
    line(
      ...markOf(rank, confidence),
      span(path, 'bold'),
      ...(confidence === undefined
        ? []
        : [span(`  ${confidenceWords(confidence)}`, confidenceStyle(confidence))]),
    ),
    ...(evidence.length === 0 ? [] : labelled('why', joinParts(evidence, '; '), page, indent)),
    ...(places.length === 0 ? [] : labelled('look at', joinSymbols(places), page, indent)),
  ];
}

/** ` 1  72%  `, so that ranks and shares are aligned. */
function markOf(rank: number, confidence: number | undefined): Line {
  const mark = span(`${String(rank).padStart(rankWidth)} `, 'dim');
  if (confidence === undefined) return [mark, span(' ')];
  return [mark, span(formatShare(confidence).padStart(shareWidth), confidenceStyle(confidence)), span('  ')];
}

function joinSymbols(places: readonly Line[]): Line {
  return places.flatMap((place, position) => [...(position === 0 ? [] : [span(', ')]), ...place]);
}

function renderOthers(title: string, entries: readonly RankedEntry[], page: Page): readonly Line[] {
  const rows = entries.map(({ file: { path, confidence, symbols }, rank }) => {
    const [first] = symbols;
    return [
      line(...markOf(rank, confidence), path),
      first === undefined ? line('') : line(span(first.name, 'magenta'), span(`:${first.line}`, 'dim')),
    ];
  });
  const aligned = alignColumns(rows).map((row, at) =>
    lineWidth(row) <= page.width ? row : (rows[at]?.[0] ?? row),
  );
  return [line(span(title, 'dim')), ...aligned];
}

function renderFootnotes({ weights, skipped }: FileLocation, page: Page): readonly Line[] {
  const reasons = Object.entries(skipped).map(([reason, count]) => `${formatCount(count)} ${reason}`);
  const notes = [
    ...(weights === 'learned' ? ['Ranked by the weights of this repository (afterwit learn).'] : []),
    ...(reasons.length === 0 ? [] : [`Not read: ${reasons.join(', ')}.`]),
  ];
  return notes.length === 0 ? [] : [blank, ...sentence(page, span(notes.join(' '), 'dim'))];
}
