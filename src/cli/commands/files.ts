import * as operations from '../../api/operations.ts';
import type { CoupledFiles, Hotspot } from '../../model/answers/commit-answers.ts';
import type { FileExport, FileSummary, SummaryHit } from '../../model/answers/file-location.ts';
import { countOf, formatCount, formatShare, isoDate } from '../../wording/formats.ts';
import { asking } from '../ask.ts';
import {
  age,
  type Block,
  blank,
  bold,
  cyan,
  date,
  dim,
  field,
  indent,
  joined,
  listing,
  magenta,
  type Part,
  red,
  shellWord,
  table,
  text,
  title,
  unbroken,
} from '../page.ts';

const barColumns = 6;

export const hotspots = asking(operations.hotspots, (list, { all }) => {
  const [first] = list.hotspots;
  if (first === undefined)
    return text(
      all
        ? 'No counted commit changed a file.'
        : 'No counted commit changed a source file; --all lists the others.',
    );
  const scope = `${countOf(list.commitCount, 'commit')} up to ${list.asOf.slice(0, 12)}`;
  const weight = `a change counts half after ${countOf(list.halfLifeDays, 'day')}`;
  return [
    text(bold(`${all ? 'Files' : 'Source files'} that changed often recently`), ` (${scope}; ${weight})`),
    blank,
    indent(2, hotspotRows(list.hotspots)),
    blank,
    text(dim('What changes with it: '), cyan(`afterwit coupled ${shellWord(first.path)}`)),
  ];
});

/** One row for each file: a bar of its heat against the hottest, the facts, the path. */
export function hotspotRows(files: readonly Hotspot[]): Block {
  const hottest = Math.max(...files.map(({ heat }) => heat), Number.MIN_VALUE);
  return table(
    files.map(({ heat, changes, lastChangedAtMs, path }) => [
      red('▇'.repeat(Math.max(1, Math.round((heat / hottest) * barColumns)))),
      countOf(changes, 'change'),
      age(lastChangedAtMs),
      dim(isoDate(lastChangedAtMs)),
      bold(path),
    ]),
    { numeric: [1, 2] },
  );
}

export const coupled = asking(operations.coupledFiles, (answer) => {
  const { path, previousPaths } = answer;
  const evidence = `in its ${countOf(answer.commits, 'commit')} that count`;
  const before = previousPaths.length > 0 && field('formerly', joined(previousPaths));
  if (answer.coupled.length === 0)
    return [text(`No file changes together with ${path} ${evidence}.`), before];
  return [
    text('Files that change together with ', bold(path), ` ${evidence}`),
    before,
    blank,
    indent(2, coupledRows(answer)),
  ];
});

const coupledColumns = ['share', '95% range', 'together', 'vs chance', 'last', 'file'];

function coupledRows({ coupled: files }: CoupledFiles): Block {
  const rows = files.map((file): readonly Part[] => [
    bold(formatShare(file.share)),
    `${formatShare(file.shareLow)}–${formatShare(file.shareHigh)}`,
    formatCount(file.together),
    `${file.lift.toFixed(1)}×`,
    isoDate(file.lastTogetherAtMs),
    file.path,
  ]);
  return table([coupledColumns.map((name) => dim(name)), ...rows], { numeric: [0, 1, 2, 3] });
}

export const viewSummary = asking(operations.viewSummary, (summary) => {
  const { path, purpose, exports, exportCount, changesWith, changes, lastChangedAtMs, themes } = summary;
  const rest = exportCount - exports.length;
  const last: readonly Part[] =
    lastChangedAtMs === undefined
      ? ['in no counted commit']
      : [`in ${countOf(changes, 'commit')}, last `, date(lastChangedAtMs)];
  const with_ = changesWith.map((other) => [other.path, dim(` ${formatShare(other.share)}`)]);
  return [
    unbroken(bold(path), dim(`  ${describeKind(summary)}`)),
    purpose !== undefined && indent(2, text(purpose)),
    field('changed', last),
    themes.length > 0 && field('themes', joined(themes.map(({ word }) => magenta(word)))),
    field('with', joined(with_)),
    exports.length > 0 && [
      title(rest > 0 ? `Offers, ${countOf(rest, 'thing')} more left out` : 'Offers'),
      indent(2, exportRows(exports)),
    ],
  ];
});

function describeKind({ language, counts: { classes, functions, methods } }: FileSummary): string {
  const parts = [
    language,
    classes > 0 && countOf(classes, 'type'),
    functions > 0 && countOf(functions, 'function'),
    methods > 0 && countOf(methods, 'method'),
  ];
  return parts.filter(Boolean).join(', ');
}

function exportRows(exports: readonly FileExport[]): Block {
  return listing(
    exports.map(({ kind, name, line, documentation = '' }) => [
      [dim(kind), `${name}:${line}`],
      dim(documentation),
    ]),
  );
}

export const searchSummaries = asking(
  operations.searchSummaries,
  ({ kind, hits, reason, fileCount, asOf }) => {
    const scope = `the ${countOf(fileCount, 'hottest file')} up to ${asOf.slice(0, 12)}`;
    const isRelevant = kind === 'relevant';
    const verdict = isRelevant
      ? text(`${countOf(hits.length, 'file')} may be about this, best first, of ${scope}.`)
      : text(bold('Nothing relevant'), ` in ${scope}${reason === undefined ? '' : `: ${reason}`}.`);
    const [first] = hits;
    if (first === undefined) return verdict;
    return [
      verdict,
      !isRelevant && [blank, unbroken(dim('Nearest, none of them likely to help:'))],
      hits.map((hit) => [blank, showHit(hit)]),
      blank,
      text(dim('In full: '), cyan(`afterwit view-summary ${shellWord(first.summary.path)}`)),
    ];
  },
);

function showHit({ summary: { path, purpose, exports }, matchedWords }: SummaryHit): Block {
  const offered = exports.slice(0, 5).map(({ name }) => name);
  return [
    unbroken(bold(path)),
    indent(
      2,
      purpose !== undefined && text(purpose),
      field('matched', joined(matchedWords.map((word) => magenta(word)))),
      field('offers', joined(offered)),
    ),
  ];
}
