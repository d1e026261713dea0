import { searchCommits } from '../../api/operations/search-commits.ts';
import { inputOf } from '../input/input-of.ts';
import { renderSearch } from '../rendering/render-search.ts';
import type { Answer, Session } from '../session.ts';

export async function runSearchCommits(session: Session): Promise<Answer> {
  const { query, ...options } = await inputOf(searchCommits, session);
  const answer = await (await session.memory()).searchCommits(query, options);
  return { value: answer, lines: (page) => renderSearch(answer, page) };
}
