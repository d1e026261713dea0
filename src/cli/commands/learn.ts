import { renderLearning, renderReset } from '../rendering/render-learning.ts';
import type { Answer, Session } from '../session.ts';

export async function runLearn({ memory, options, signal, onProgress }: Session): Promise<Answer> {
  const opened = await memory();
  if (options.reset) {
    const forgotten = await opened.forgetLearned();
    return { value: { forgotten }, lines: (page) => renderReset(forgotten, page) };
  }
  const { questions, seed } = options;
  const report = await opened.learn({
    asOf: options.asOf,
    questions,
    seed,
    signal,
    onProgress,
  });
  return { value: report, lines: (page) => renderLearning(report, page) };
}
