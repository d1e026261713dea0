import type { MaintenanceReport } from '../../model/answers/item-answers.ts';
import type { MemoryItem } from '../../model/memory-item.ts';
import { countOf } from '../../wording/format-number.ts';
import { shortUuid } from '../../wording/short-uuid.ts';
import { type Line, span } from '../terminal/line.ts';
import { itemMark, type Page, sentence } from './page.ts';
import { renderNextSteps } from './render-next-steps.ts';

/** Answer of `maintain`. */
export function renderMaintained(report: MaintenanceReport, page: Page): readonly Line[] {
  const { kind, decisionsCounted, lookedThrough, archived, promoted, summaries, receiptsCompacted } = report;
  if (kind === 'held')
    return sentence(page, span('Nothing done', 'bold'), ': another process maintains this memory.');
  return [
    ...sentence(
      page,
      span(`Looked through ${countOf(lookedThrough, 'memory', 'memories')}`, 'bold'),
      `, and ${countOf(decisionsCounted, 'new decision')} for what was shown. Archived for their age: ${archived}. Proven and lasting from now on: ${promoted}. Old receipts compacted: ${receiptsCompacted}.`,
    ),
    ...summaries.flatMap(({ id, title, fragments, tokensBefore, tokensAfter }) =>
      sentence(
        page,
        itemMark(id),
        ` says what ${countOf(fragments, 'memory', 'memories')} said, in ${tokensAfter} tokens instead of ${tokensBefore}: ${title}`,
      ),
    ),
    ...(summaries.length === 0
      ? []
      : renderNextSteps(
          'Next',
          [
            {
              command: `afterwit review reject ${shortUuid(summaries[0]?.id ?? '')}`,
              why: 'bring the parts of a summary back',
            },
          ],
          page,
        )),
  ];
}

/** Answer of `archive`. */
export function renderArchived(item: MemoryItem, page: Page): readonly Line[] {
  const id = shortUuid(item.id);
  if (item.status === 'active')
    return sentence(page, span('Back', 'bold'), ': ', itemMark(item.id), ` ${item.title}`);
  return [
    ...sentence(page, span('Put away', 'bold'), ': ', itemMark(item.id), ` ${item.title}`),
    ...renderNextSteps('Next', [{ command: `afterwit archive ${id} --undo`, why: 'fetch it back' }], page),
  ];
}
