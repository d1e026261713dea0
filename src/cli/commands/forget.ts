import { forget } from '../../api/operations/forget.ts';
import { inputOf } from '../input/input-of.ts';
import { renderForgotten } from '../rendering/render-forgotten.ts';
import type { Answer, Session } from '../session.ts';

export async function runForget(session: Session): Promise<Answer> {
  const input = await inputOf(forget, session);
  const answer = await (await session.home()).forget(input);
  return { value: answer, lines: (page) => renderForgotten(answer, page) };
}
