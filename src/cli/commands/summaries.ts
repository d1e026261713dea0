import { readText } from '../input/read-text.ts';
import { renderSummary, renderSummarySearch } from '../rendering/render-summary.ts';
import type { Answer, Session } from '../session.ts';

export async function runViewSummary({ memory, arguments: [path = ''], options }: Session): Promise<Answer> {
  const opened = await memory();
  const summary = await opened.viewSummary(path, { asOf: options.asOf });
  return { value: summary, lines: (page) => renderSummary(summary, page) };
}

export async function runSearchSummaries(session: Session): Promise<Answer> {
  const query = await readText(session, { example: 'afterwit search-summaries "reads settings files"' });
  const opened = await session.memory();
  const search = await opened.searchSummaries(query, {
    asOf: session.options.asOf,
    topK: session.options.topK,
  });
  return { value: search, lines: (page) => renderSummarySearch(search, page) };
}
