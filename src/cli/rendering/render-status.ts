import type { HotspotList } from '../../model/answers/commit-answers.ts';
import type { IndexReport, MemoryStatus } from '../../model/answers/memory-status.ts';
import { daysBetween, describeDays, formatAge, isoDate } from '../../wording/format-date.ts';
import { countOf, formatBytes, formatCount, formatDuration } from '../../wording/format-number.ts';
import { describeHooksToReview } from '../../wording/hooks-to-review.ts';
import { indentLines } from '../terminal/layout.ts';
import { type Line, line, span } from '../terminal/line.ts';
import { blank, labelled, type Page } from './page.ts';
import { hotspotRows } from './render-files.ts';
import { renderIndexFaults } from './render-index-report.ts';
import { renderNextSteps } from './render-next-steps.ts';

/** All the bare command shows. */
interface StatusAnswer {
  readonly index: IndexReport;
  readonly status: MemoryStatus;
  readonly hotspots: HotspotList;
}

/** Answer of the bare `afterwit`. */
export function renderStatus({ index, status, hotspots }: StatusAnswer, page: Page): readonly Line[] {
  return [
    renderTitle(status),
    blank,
    ...renderHistory(status, page),
    ...labelled('index', [describeIndex(index, status)], page, 2),
    ...indentLines(renderIndexFaults(index, { ...page, width: page.width - 2 }), 2),
    ...renderMemories(status, page),
    ...renderHotFiles(hotspots, page),
    ...renderNextSteps('Next', status.nextSteps, page),
  ];
}

function renderTitle({ repository }: MemoryStatus): Line {
  const place = repository.branch ?? 'detached HEAD';
  const head = repository.head === undefined ? '' : ` at ${repository.head.slice(0, 12)}`;
  const notes = [repository.shallow ? 'shallow clone' : '', repository.partial ? 'partial clone' : ''].filter(
    Boolean,
  );
  return line(
    span(repository.name, 'bold'),
    span(`  ${place}${head}`, 'dim'),
    span(notes.length === 0 ? '' : `  ${notes.join(', ')}`, 'yellow'),
  );
}

function renderHistory({ history, index }: MemoryStatus, page: Page): readonly Line[] {
  if (history === undefined) return labelled('history', [countOf(index.commitCount, 'commit')], page, 2);
  const age = describeDays(Math.max(0, daysBetween(history.firstCommitAtMs, history.lastCommitAtMs)));
  const scale = `${countOf(history.commitCount, 'commit')} by ${countOf(history.authorCount, 'author')} over ${age}, ${countOf(history.fileCount, 'file')} today`;
  const dates = `${isoDate(history.firstCommitAtMs)} to ${isoDate(history.lastCommitAtMs)} (${formatAge(history.lastCommitAtMs, page.nowMs)})`;
  const links = [
    countOf(history.mergeCount, 'merge'),
    countOf(history.issueLinkCount, 'link to an issue', 'links to issues'),
    countOf(history.revertCount, 'revert'),
  ];
  return [
    ...labelled('history', [scale], page, 2),
    ...labelled('', [dates], page, 2),
    ...labelled('', [links.join(', ')], page, 2),
  ];
}

const states: Readonly<Record<MemoryStatus['index']['state'], string>> = {
  absent: 'not built yet',
  partial: 'unfinished',
  behind: 'behind HEAD',
  current: 'up to date',
};

function describeIndex(report: IndexReport, { index }: MemoryStatus): string {
  const { commitsAdded, tookMs } = report;
  const news =
    commitsAdded === 0 ? '' : `; ${countOf(commitsAdded, 'commit')} added in ${formatDuration(tookMs)}`;
  return `${states[index.state]}, ${formatBytes(index.bytes)}${news}`;
}

function renderMemories(
  { memories, connected, hooksToReview, hooks }: MemoryStatus,
  page: Page,
): readonly Line[] {
  const { here, fixes, waiting } = memories;
  const parts = [
    here === 0 ? 'none yet' : countOf(here, 'memory', 'memories'),
    ...(fixes === 0 ? [] : [`${formatCount(fixes)} of them ${fixes === 1 ? 'a fix' : 'fixes'} of failures`]),
    ...(waiting === 0 ? [] : [`${formatCount(waiting)} to review`]),
  ];
  return [
    ...labelled('memory', [parts.join('; ')], page, 2),
    ...(connected.length === 0 ? [] : labelled('agents', [`${connected.join(', ')}, connected`], page, 2)),
    ...(hooksToReview === 0
      ? []
      : labelled('', [span(describeHooksToReview(hooksToReview), 'yellow')], page, 2)),
    ...renderSilences(hooks, page),
  ];
}

function renderSilences({ tooLate, faults, sinceMs }: MemoryStatus['hooks'], page: Page): readonly Line[] {
  const silent = tooLate + faults;
  if (silent === 0) return [];
  const days = describeDays(daysBetween(sinceMs, page.nowMs));
  const share = tooLate === silent ? 'for' : `${formatCount(tooLate)} of them for`;
  const words = `${countOf(silent, 'call')} gave up in the last ${days}, ${share} lack of time`;
  return labelled('hooks', [span(words, 'yellow')], page, 2);
}

function renderHotFiles({ hotspots }: HotspotList, page: Page): readonly Line[] {
  if (hotspots.length === 0) return [];
  return [
    blank,
    line(span('Hottest files recently', 'bold')),
    ...indentLines(hotspotRows(hotspots, page), 2),
  ];
}
