import type { CoupledFiles, Hotspot, HotspotList } from '../../model/answers/commit-answers.ts';
import { formatAge, isoDate } from '../../wording/format-date.ts';
import { countOf, formatCount, formatShare } from '../../wording/format-number.ts';
import { alignColumns, indentLines } from '../terminal/layout.ts';
import { type Line, line, span } from '../terminal/line.ts';
import { blank, joinParts, labelled, type Page, sentence } from './page.ts';
import { shellWord } from './shell-word.ts';

const barColumns = 6;

/** Answer of `hotspots`. */
export function renderHotspots(list: HotspotList, page: Page, all = false): readonly Line[] {
  if (list.hotspots.length === 0) {
    const nothing = all
      ? 'No counted commit changed a file.'
      : 'No counted commit changed a source file; --all lists the others.';
    return sentence(page, nothing);
  }
  const scope = `${countOf(list.commitCount, 'commit')} up to ${list.asOf.slice(0, 12)}`;
  const weight = `a change counts half after ${countOf(list.halfLifeDays, 'day')}`;
  return [
    ...sentence(
      page,
      span(`${all ? 'Files' : 'Source files'} that changed often recently`, 'bold'),
      ` (${scope}; ${weight})`,
    ),
    blank,
    ...indentLines(hotspotRows(list.hotspots, page), 2),
    ...nextStep(list.hotspots[0], page),
  ];
}

/** One row for each file: a bar of its heat against the hottest, the facts, the path. */
export function hotspotRows(hotspots: readonly Hotspot[], page: Page): readonly Line[] {
  const hottest = Math.max(...hotspots.map(({ heat }) => heat), Number.MIN_VALUE);
  return alignColumns(
    hotspots.map((hotspot) => [
      line(span('▇'.repeat(Math.max(1, Math.round((hotspot.heat / hottest) * barColumns))), 'red')),
      line(countOf(hotspot.changes, 'change')),
      line(formatAge(hotspot.lastChangedAtMs, page.nowMs)),
      line(span(isoDate(hotspot.lastChangedAtMs), 'dim')),
      line(span(hotspot.path, 'bold')),
    ]),
    new Set([1, 2]),
  );
}

function nextStep(hotspot: Hotspot | undefined, page: Page): readonly Line[] {
  if (hotspot === undefined) return [];
  return [
    blank,
    ...sentence(
      page,
      span('What changes with it: ', 'dim'),
      span(`afterwit coupled ${shellWord(hotspot.path)}`, 'cyan'),
    ),
  ];
}

/** Answer of `coupled`. */
export function renderCoupled(answer: CoupledFiles, page: Page): readonly Line[] {
  const before =
    answer.previousPaths.length === 0 ? [] : labelled('formerly', joinParts(answer.previousPaths), page);
  const evidence = countOf(answer.commits, 'commit');
  if (answer.coupled.length === 0) {
    return [
      ...sentence(page, `No file changes together with ${answer.path} in its ${evidence} that count.`),
      ...before,
    ];
  }
  return [
    ...sentence(
      page,
      'Files that change together with ',
      span(answer.path, 'bold'),
      ` in its ${evidence} that count`,
    ),
    ...before,
    blank,
    ...indentLines(coupledRows(answer), 2),
  ];
}

const coupledColumns = ['share', '95% range', 'together', 'vs chance', 'last', 'file'] as const;

function coupledRows({ coupled }: CoupledFiles): readonly Line[] {
  const titles = coupledColumns.map((title) => line(span(title, 'dim')));
  const rows = coupled.map((file) => [
    line(span(formatShare(file.share), 'bold')),
    line(`${formatShare(file.shareLow)}–${formatShare(file.shareHigh)}`),
    line(formatCount(file.together)),
    line(`${file.lift.toFixed(1)}×`),
    line(isoDate(file.lastTogetherAtMs)),
    line(file.path),
  ]);
  return alignColumns([titles, ...rows], new Set([0, 1, 2, 3]));
}
