import { readText } from '../input/read-text.ts';
import { meanwhile } from '../meanwhile.ts';
import { renderLocation } from '../rendering/render-location.ts';
import { renderMeanwhile } from '../rendering/render-search.ts';
import type { Answer, Session } from '../session.ts';

const mostFunctions = 10;
const mostPastFixes = 5;
/** Files that the history alone names while the code is read. */
const historyFiles = 5;

export async function runLocate(session: Session): Promise<Answer> {
  const issue = await readText(session, { example: 'afterwit locate "watcher misses renamed folders"' });
  const { functions, pastFixes } = session.options;
  const opened = await session.memory();
  const locating = opened.locate(issue, {
    asOf: session.options.asOf,
    topK: session.options.topK,
    ...(functions === true ? { functions: mostFunctions } : {}),
    ...(pastFixes === true ? { pastFixes: mostPastFixes } : {}),
  });
  if (session.isAtTerminal) {
    const other = () =>
      opened.searchCommits(issue, { asOf: session.options.asOf, topK: 1, files: historyFiles });
    const search = await meanwhile(locating, session.isReadingCode, other);
    if (search !== undefined) session.sayMeanwhile((page) => renderMeanwhile(search, page));
  }
  const location = await locating;
  return { value: location, lines: (page) => renderLocation(location, page) };
}
