import type { IndexReport } from '../../model/answers/memory-status.ts';
import { countOf, formatDuration } from '../../wording/format-number.ts';
import { type Line, line, span } from '../terminal/line.ts';
import { type Page, sentence, shortId } from './page.ts';

const shownUnreadable = 3;

/** Answer of `index`. */
export function renderIndexReport(report: IndexReport, page: Page): readonly Line[] {
  const news = report.commitsAdded === 0 ? 'Nothing new' : `${countOf(report.commitsAdded, 'commit')} added`;
  const totals = `${countOf(report.commitCount, 'commit')}, ${countOf(report.fileCount, 'file')}`;
  const summary = [
    ` in ${formatDuration(report.tookMs)}. The index holds ${totals}, up to `,
    shortId(report.head),
    '.',
  ];
  const waited = span('Another process was indexing; its work was used.', 'dim');
  return [
    ...sentence(page, span(news, 'bold'), ...summary),
    ...(report.waited ? sentence(page, waited) : []),
    ...renderIndexFaults(report, page),
  ];
}

/** Problems that did not stop the indexing. */
export function renderIndexFaults(report: IndexReport, page: Page): readonly Line[] {
  return [...renderReplacedIndex(report, page), ...renderUnreadable(report, page)];
}

function renderReplacedIndex({ replacedCorruptIndex }: IndexReport, page: Page): readonly Line[] {
  if (replacedCorruptIndex === undefined) return [];
  const fault = span('The index was damaged and has been rebuilt. ', 'yellow');
  return sentence(page, fault, `The old one is kept at ${replacedCorruptIndex}.`);
}

function renderUnreadable({ unreadable }: IndexReport, page: Page): readonly Line[] {
  if (unreadable.length === 0) return [];
  const hidden = unreadable.length - shownUnreadable;
  const shown = unreadable.slice(0, shownUnreadable);
  return [
    ...sentence(page, span(`${countOf(unreadable.length, 'commit')} could not be read in full:`, 'yellow')),
    ...shown.map(({ id, part, reason }) => line('  ', shortId(id), `  ${part}: ${reason}`)),
    ...(hidden > 0 ? [line(span(`  … ${hidden} more; --json has them all`, 'dim'))] : []),
  ];
}
