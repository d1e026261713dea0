import { brief } from '../../api/operations/brief.ts';
import { inputOf } from '../input/input-of.ts';
import { renderBrief } from '../rendering/render-brief.ts';
import type { Answer, Session } from '../session.ts';

export async function runBrief(session: Session): Promise<Answer> {
  const input = await inputOf(brief, session);
  const answer = await (await session.memory()).brief(input);
  return {
    value: answer,
    lines: (page) => renderBrief(answer, page),
    ...(session.options.pack ? { verbatim: answer.pack.text } : {}),
  };
}
