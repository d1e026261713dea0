import { locate } from '../../api/operations/locate.ts';
import { inputOf } from '../input/input-of.ts';
import { meanwhile } from '../meanwhile.ts';
import { renderLocation } from '../rendering/render-location.ts';
import { renderMeanwhile } from '../rendering/render-search.ts';
import type { Answer, Session } from '../session.ts';

/** Files that the history alone names while the code is read. */
const historyFiles = 5;

export async function runLocate(session: Session): Promise<Answer> {
  const { query, ...options } = await inputOf(locate, session);
  const opened = await session.memory();
  const locating = opened.locate(query, options);
  if (session.isAtTerminal) {
    const other = () => opened.searchCommits(query, { asOf: options.asOf, topK: 1, files: historyFiles });
    const search = await meanwhile(locating, session.isReadingCode, other);
    if (search !== undefined) session.sayMeanwhile((page) => renderMeanwhile(search, page));
  }
  const location = await locating;
  return { value: location, lines: (page) => renderLocation(location, page) };
}
