import { searchSummaries } from '../../api/operations/search-summaries.ts';
import { viewSummary } from '../../api/operations/view-summary.ts';
import { inputOf } from '../input/input-of.ts';
import { renderSummary, renderSummarySearch } from '../rendering/render-summary.ts';
import type { Answer, Session } from '../session.ts';

export async function runViewSummary(session: Session): Promise<Answer> {
  const { path, ...options } = await inputOf(viewSummary, session);
  const answer = await (await session.memory()).viewSummary(path, options);
  return { value: answer, lines: (page) => renderSummary(answer, page) };
}

export async function runSearchSummaries(session: Session): Promise<Answer> {
  const { query, ...options } = await inputOf(searchSummaries, session);
  const answer = await (await session.memory()).searchSummaries(query, options);
  return { value: answer, lines: (page) => renderSummarySearch(answer, page) };
}
