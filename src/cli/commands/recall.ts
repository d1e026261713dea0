import { readRecallRequest } from '../input/read-recall-request.ts';
import { renderRecollection } from '../rendering/render-recollection.ts';
import type { Answer, Session } from '../session.ts';

export async function runRecall(session: Session): Promise<Answer> {
  const request = await readRecallRequest(session);
  const memory = await session.memory();
  const recollection = await memory.recall(request);
  return {
    value: recollection,
    lines: (page) => renderRecollection(recollection, page),
    ...(session.options.pack ? { verbatim: recollection.pack.text } : {}),
  };
}
