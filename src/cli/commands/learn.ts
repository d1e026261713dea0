import { learn } from '../../api/operations/learn.ts';
import { inputOf } from '../input/input-of.ts';
import { renderLearning, renderReset } from '../rendering/render-learning.ts';
import type { Answer, Session } from '../session.ts';

export async function runLearn(session: Session): Promise<Answer> {
  const { signal, onProgress } = session;
  const opened = await session.memory();
  if (session.options.reset) {
    const forgotten = await opened.forgetLearned();
    return { value: { forgotten }, lines: (page) => renderReset(forgotten, page) };
  }
  const report = await opened.learn({ ...(await inputOf(learn, session)), signal, onProgress });
  return { value: report, lines: (page) => renderLearning(report, page) };
}
