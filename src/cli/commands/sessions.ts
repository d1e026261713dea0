import { sessions } from '../../api/operations/sessions.ts';
import { inputOf } from '../input/input-of.ts';
import { renderSessions } from '../rendering/render-sessions.ts';
import type { Answer, Session } from '../session.ts';

export async function runSessions(session: Session): Promise<Answer> {
  const input = await inputOf(sessions, session);
  const answer = await (await session.memory()).sessions(input);
  return { value: answer, lines: (page) => renderSessions(answer, page) };
}
