import { feedback } from '../../api/operations/feedback.ts';
import { inputOf } from '../input/input-of.ts';
import { renderFeedback } from '../rendering/render-feedback.ts';
import type { Answer, Session } from '../session.ts';

export async function runFeedback(session: Session): Promise<Answer> {
  const input = await inputOf(feedback, session);
  const answer = await (await session.home()).feedback(input);
  return { value: answer, lines: (page) => renderFeedback(answer, page) };
}
