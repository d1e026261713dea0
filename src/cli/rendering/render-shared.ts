import type { ShareChangeKind, ShareReport } from '../../model/answers/exchange-report.ts';
import { countOf } from '../../wording/format-number.ts';
import { alignColumns, wrapRows } from '../terminal/layout.ts';
import { type Line, line, span } from '../terminal/line.ts';
import { itemMark, type Page, sentence } from './page.ts';
import { renderNextSteps } from './render-next-steps.ts';

const words: Readonly<Record<ShareChangeKind, string>> = {
  added: 'added',
  changed: 'changed',
  removed: 'taken out',
  replaced: 'replaced',
};

/** Answer of `share`. */
export function renderShared(
  { path, preview, changes, lineCount }: ShareReport,
  page: Page,
): readonly Line[] {
  const lines = countOf(lineCount, 'line');
  if (changes.length === 0) return sentence(page, `Nothing to change in ${path}: ${lines}.`);
  const rows = changes.map(({ kind, id, title }) => [
    line(itemMark(id)),
    line(span(words[kind], 'dim')),
    line(title),
  ]);
  const isNews = changes.some(({ kind }) => kind === 'added' || kind === 'changed');
  const steps = [{ command: 'afterwit import', why: 'for others, once you have read and committed it' }];
  return [
    ...sentence(page, span(preview ? 'Would be written' : 'Written', 'bold'), ` to ${path}: ${lines}.`),
    ...wrapRows(alignColumns(rows), { width: page.width, indent: 2 }),
    ...(preview || !isNews ? [] : renderNextSteps('Next', steps, page)),
  ];
}
