import type { PurgeReport } from '../../model/answers/review.ts';
import { countOf, formatBytes, formatCount } from '../../wording/format-number.ts';
import { type Line, line, span } from '../terminal/line.ts';
import { type Page, sentence } from './page.ts';

const shownLeft = 20;

/** Answer of `purge`. */
export function renderPurge({ home, preview, files, bytes, left }: PurgeReport, page: Page): readonly Line[] {
  const gone = `: ${countOf(files, 'file')}, ${formatBytes(bytes)}, in ${home}.`;
  const hidden = left.length - shownLeft;
  return [
    ...sentence(
      page,
      span(preview ? 'Would be overwritten and deleted' : 'Overwritten and deleted', 'bold'),
      gone,
    ),
    ...(left.length === 0
      ? []
      : sentence(page, span('Left, because afterwit did not write it or could not delete it:', 'yellow'))),
    ...left.slice(0, shownLeft).map((path) => line(`  ${path}`)),
    ...(hidden > 0 ? [line(span(`  … ${formatCount(hidden)} more`, 'dim'))] : []),
  ];
}
