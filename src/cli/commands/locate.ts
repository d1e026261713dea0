import { readText } from '../input/read-text.ts';
import { renderLocation } from '../rendering/render-location.ts';
import type { Answer, Session } from '../session.ts';

const mostFunctions = 10;
const mostPastFixes = 5;

export async function runLocate(session: Session): Promise<Answer> {
  const issue = await readText(session, { example: 'afterwit locate "watcher misses renamed folders"' });
  const { functions, pastFixes } = session.options;
  const opened = await session.memory();
  const location = await opened.locate(issue, {
    asOf: session.options.asOf,
    topK: session.options.topK,
    ...(functions === true ? { functions: mostFunctions } : {}),
    ...(pastFixes === true ? { pastFixes: mostPastFixes } : {}),
  });
  return { value: location, lines: (page) => renderLocation(location, page) };
}
