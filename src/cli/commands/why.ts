import { renderExplanation } from '../rendering/render-explanation.ts';
import type { Answer, Session } from '../session.ts';

export async function runWhy({ home, arguments: [decision], options }: Session): Promise<Answer> {
  const opened = await home();
  const explanation = await opened.why(decision, { where: options.all ? 'all' : undefined });
  return { value: explanation, lines: (page) => renderExplanation(explanation, options.full === true, page) };
}
