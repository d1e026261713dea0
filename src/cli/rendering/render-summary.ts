import type {
  FileExport,
  FileSummary,
  SummaryHit,
  SummarySearch,
} from '../../model/answers/file-location.ts';
import { formatDate } from '../../wording/format-date.ts';
import { countOf, formatShare } from '../../wording/format-number.ts';
import { alignColumns, indentLines, paragraph } from '../terminal/layout.ts';
import { type Line, line, span } from '../terminal/line.ts';
import { blank, joinParts, labelled, type Page, sentence } from './page.ts';
import { shellWord } from './shell-word.ts';

const indent = 2;

/** Answer of `view-summary`. */
export function renderSummary(summary: FileSummary, page: Page): readonly Line[] {
  const { exports, exportCount, changesWith } = summary;
  const rest = exportCount - exports.length;
  const title = rest > 0 ? `Offers, ${countOf(rest, 'thing')} more left out` : 'Offers';
  const coupled = changesWith.map(({ path, share }) => line(path, span(` ${formatShare(share)}`, 'dim')));
  return [
    line(span(summary.path, 'bold'), span(`  ${describeKind(summary)}`, 'dim')),
    ...renderPurpose(summary, page),
    ...labelled('changed', [describeChanges(summary, page)], page),
    ...renderThemes(summary, page),
    ...(coupled.length === 0 ? [] : labelled('with', joinLines(coupled), page)),
    ...(exports.length === 0 ? [] : [blank, line(span(title, 'bold')), ...exportRows(exports, page)]),
  ];
}

function describeKind({ language, counts }: FileSummary): string {
  const { classes, functions, methods } = counts;
  const parts = [
    language,
    classes > 0 ? countOf(classes, 'type') : undefined,
    functions > 0 ? countOf(functions, 'function') : undefined,
    methods > 0 ? countOf(methods, 'method') : undefined,
  ];
  return parts.filter((part) => part !== undefined).join(', ');
}

function renderPurpose({ purpose }: FileSummary, page: Page): readonly Line[] {
  if (purpose === undefined) return [];
  return paragraph(line(purpose), { width: page.width, lead: line(' '.repeat(indent)) });
}

function describeChanges({ changes, lastChangedAtMs }: FileSummary, page: Page): string {
  if (lastChangedAtMs === undefined) return 'in no counted commit';
  return `in ${countOf(changes, 'commit')}, last ${formatDate(lastChangedAtMs, page.nowMs)}`;
}

function renderThemes({ themes }: FileSummary, page: Page): readonly Line[] {
  const words = themes.map(({ word }) => span(word, 'magenta'));
  return words.length === 0 ? [] : labelled('themes', joinParts(words), page);
}

function joinLines(lines: readonly Line[]): Line {
  return lines.flatMap((each, position) => [...(position === 0 ? [] : [span(', ')]), ...each]);
}

function exportRows(exports: readonly FileExport[], page: Page): readonly Line[] {
  const leads = alignColumns(
    exports.map((each) => [line(span(each.kind, 'dim')), line(`${each.name}:${each.line}`), line('')]),
  );
  const rows = exports.flatMap(({ documentation = '' }, row) => {
    return paragraph(line(span(documentation, 'dim')), {
      width: page.width - indent,
      lead: leads[row] ?? [],
    });
  });
  return indentLines(rows, indent);
}

/** Answer of `search-summaries`. */
export function renderSummarySearch(search: SummarySearch, page: Page): readonly Line[] {
  const scope = `the ${countOf(search.fileCount, 'hottest file')} up to ${search.asOf.slice(0, 12)}`;
  const reason = search.reason === undefined ? '' : `: ${search.reason}`;
  const verdict =
    search.kind === 'relevant'
      ? sentence(page, `${countOf(search.hits.length, 'file')} may be about this, best first, of ${scope}.`)
      : sentence(page, span('Nothing relevant', 'bold'), ` in ${scope}${reason}.`);
  const [first] = search.hits;
  if (first === undefined) return verdict;
  const nearest =
    search.kind === 'relevant' ? [] : [blank, line(span('Nearest, none of them likely to help:', 'dim'))];
  const command = `afterwit view-summary ${shellWord(first.summary.path)}`;
  return [
    ...verdict,
    ...nearest,
    ...search.hits.flatMap((hit) => [blank, ...renderHit(hit, page)]),
    blank,
    ...sentence(page, span('In full: ', 'dim'), span(command, 'cyan')),
  ];
}

function renderHit({ summary, matchedWords }: SummaryHit, page: Page): readonly Line[] {
  const matched = matchedWords.map((word) => span(word, 'magenta'));
  const offered = summary.exports.slice(0, 5).map(({ name }) => name);
  return [
    line(span(summary.path, 'bold')),
    ...renderPurpose(summary, page),
    ...(matched.length === 0 ? [] : labelled('matched', joinParts(matched), page, indent)),
    ...(offered.length === 0 ? [] : labelled('offers', joinParts(offered), page, indent)),
  ];
}
