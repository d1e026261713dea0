import { formatMoment } from '../../wording/format-date.ts';
import { type Line, span } from '../terminal/line.ts';
import { type Page, sentence } from './page.ts';

/** Answer of `pause`. */
export function renderPaused({ sinceMs }: { readonly sinceMs: number }, page: Page): readonly Line[] {
  return sentence(
    page,
    span('Paused', 'bold'),
    ` since ${formatMoment(sinceMs, page.nowMs)}: no memory is shown unasked in this repository. To resume: `,
    span('afterwit resume', 'cyan'),
  );
}

/** Answer of `resume`. */
export function renderResumed(resumed: boolean, page: Page): readonly Line[] {
  return resumed
    ? sentence(page, span('Resumed', 'bold'), ': memories are shown unasked again in this repository.')
    : sentence(page, span('Not paused', 'bold'), ': memories are shown unasked in this repository anyway.');
}
