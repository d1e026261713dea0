import type { FileLocation, LocatedFile, LocateWarning } from '../../model/file-location.ts';
import { type Line, line, span } from '../terminal/line.ts';
import { confidenceSpan } from './confidence.ts';
import { countOf, formatCount } from './format-number.ts';
import { blank, joinParts, labelled, type Page, sentence } from './page.ts';

const indent = 4;
const warnings: Readonly<Record<LocateWarning, string>> = {
  sparse_history: 'The history is too short to learn from; take the order with care.',
  weak_match: 'Nothing matches well: the text may be about something else, or too short.',
};

/** Answer of `locate`. */
export function renderLocation(location: FileLocation, page: Page): readonly Line[] {
  const { files, fileCount, commitCount, asOf } = location;
  const scope = `${countOf(fileCount, 'file')} and ${countOf(commitCount, 'commit')} up to ${asOf.slice(0, 12)}`;
  const verdict =
    location.kind === 'located'
      ? sentence(page, `${countOf(files.length, 'file')} to look at, likeliest first, of ${scope}.`)
      : sentence(page, span('Nothing relevant', 'bold'), ` in ${scope}.`);
  const reasons = Object.entries(location.skipped).map(
    ([reason, count]) => `${formatCount(count)} ${reason}`,
  );
  return [
    ...verdict,
    ...(reasons.length === 0 ? [] : sentence(page, span(`Not read: ${reasons.join(', ')}.`, 'dim'))),
    ...location.warnings.flatMap((warning) => sentence(page, span(warnings[warning], 'yellow'))),
    ...files.flatMap((file, position) => [blank, ...renderFile(file, position + 1, page)]),
  ];
}

function renderFile(
  { path, confidence, evidence, symbols }: LocatedFile,
  rank: number,
  page: Page,
): readonly Line[] {
  const places = symbols.map(({ name, line: at }) => line(span(name, 'magenta'), span(`:${at}`, 'dim')));
  return [
    line(
      span(`${String(rank).padStart(2)}  `, 'dim'),
      span(path, 'bold'),
      ...(confidence === undefined ? [] : ['  ', confidenceSpan(confidence)]),
    ),
    ...(evidence.length === 0 ? [] : labelled('why', joinParts(evidence, '; '), page, indent)),
    ...(places.length === 0 ? [] : labelled('look at', joinSymbols(places), page, indent)),
  ];
}

function joinSymbols(places: readonly Line[]): Line {
  return places.flatMap((place, position) => [...(position === 0 ? [] : [span(', ')]), ...place]);
}
