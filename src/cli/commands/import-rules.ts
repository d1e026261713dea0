import { importRules } from '../../api/operations/import-rules.ts';
import { inputOf } from '../input/input-of.ts';
import { renderRules } from '../rendering/render-rules.ts';
import type { Answer, Session } from '../session.ts';

export async function runImportRules(session: Session): Promise<Answer> {
  const input = await inputOf(importRules, session);
  const answer = await (await session.memory()).importRules(input);
  return { value: answer, lines: (page) => renderRules(answer, page) };
}
