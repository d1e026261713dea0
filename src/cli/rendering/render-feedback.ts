import type { FeedbackReceipt } from '../../api/inputs.ts';
import { outcomeWords, trustWords } from '../../wording/memory-words.ts';
import { shortUuid } from '../../wording/short-uuid.ts';
import { type Line, span } from '../terminal/line.ts';
import { itemMark, type Page, sentence } from './page.ts';

/** Answer of `feedback`. */
export function renderFeedback({ kind, outcome, item }: FeedbackReceipt, page: Page): readonly Line[] {
  const news = kind === 'recorded' ? 'Recorded' : 'Already known, and counted once';
  return [
    ...sentence(
      page,
      span(news, 'bold'),
      ` for decision ${shortUuid(outcome.decisionId)}: ${outcomeWords[outcome.kind]}.`,
    ),
    ...(item === undefined
      ? []
      : sentence(page, itemMark(item.id), `  ${item.title}`, span(` (${trustWords[item.trust]})`, 'dim'))),
  ];
}
