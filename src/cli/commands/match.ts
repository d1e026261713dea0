import { readMatchRequest } from '../input/read-match-request.ts';
import { renderMatch } from '../rendering/render-match.ts';
import type { Answer, Session } from '../session.ts';

export async function runMatch(session: Session): Promise<Answer> {
  const request = await readMatchRequest(session);
  const memory = await session.memory();
  const recollection = await memory.recall(request);
  const { command } = session.options;
  return {
    value: recollection,
    lines: (page) => renderMatch(recollection, command === undefined ? {} : { command }, page),
  };
}
