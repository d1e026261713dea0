import { isAfterwitError } from '../../model/errors.ts';
import { sentence } from '../rendering/page.ts';
import { renderExplanation } from '../rendering/render-explanation.ts';
import type { Answer, Session } from '../session.ts';
import { span } from '../terminal/line.ts';

export async function runWhy({ home, arguments: [decision], options }: Session): Promise<Answer> {
  const opened = await home();
  try {
    const explanation = await opened.why(decision, { where: options.all ? 'all' : undefined });
    return {
      value: explanation,
      lines: (page) => renderExplanation(explanation, options.full === true, page),
    };
  } catch (fault) {
    // That nothing was decided yet is an answer.
    if (decision !== undefined || !isAfterwitError(fault) || fault.code !== 'DECISION_NOT_FOUND') throw fault;
    const { message } = fault;
    return { value: null, lines: (page) => sentence(page, span(message)) };
  }
}
