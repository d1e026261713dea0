import { guardrails } from '../../api/operations/guardrails.ts';
import { inputOf } from '../input/input-of.ts';
import { renderGuardrails } from '../rendering/render-guardrails.ts';
import type { Answer, Session } from '../session.ts';

export async function runGuardrails(session: Session): Promise<Answer> {
  const input = await inputOf(guardrails, session);
  const answer = await (await session.memory()).guardrails(input);
  return { value: answer, lines: (page) => renderGuardrails(answer, page) };
}
