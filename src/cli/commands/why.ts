import { why } from '../../api/operations/why.ts';
import { isAfterwitError } from '../../model/errors.ts';
import { inputOf } from '../input/input-of.ts';
import { sentence } from '../rendering/page.ts';
import { renderExplanation } from '../rendering/render-explanation.ts';
import type { Answer, Session } from '../session.ts';
import { span } from '../terminal/line.ts';

export async function runWhy(session: Session): Promise<Answer> {
  const { decision, ...options } = await inputOf(why, session);
  const opened = await session.home();
  try {
    const explanation = await opened.why(decision, options);
    return {
      value: explanation,
      lines: (page) => renderExplanation(explanation, session.options.full === true, page),
    };
  } catch (fault) {
    // That nothing was decided yet is an answer.
    if (decision !== undefined || !isAfterwitError(fault) || fault.code !== 'DECISION_NOT_FOUND') throw fault;
    const { message } = fault;
    return { value: null, lines: (page) => sentence(page, span(message)) };
  }
}
