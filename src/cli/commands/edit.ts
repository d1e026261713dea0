import { edit } from '../../api/operations/edit.ts';
import { history } from '../../api/operations/history.ts';
import { inputOf } from '../input/input-of.ts';
import { renderEdited } from '../rendering/render-edited.ts';
import { renderHistory } from '../rendering/render-history.ts';
import type { Answer, Session } from '../session.ts';

export async function runEdit(session: Session): Promise<Answer> {
  const { id, hard, ...options } = await inputOf(edit, session);
  const isHard = hard ?? (session.options.noHard ? false : undefined);
  const edited = await (await session.home()).edit(id, { ...options, hard: isHard });
  return { value: edited, lines: (page) => renderEdited(edited, page) };
}

export async function runHistory(session: Session): Promise<Answer> {
  const { id } = await inputOf(history, session);
  const answer = await (await session.home()).history(id);
  return { value: answer, lines: (page) => renderHistory(answer, page) };
}
