import { backUp } from '../../api/operations/back-up.ts';
import { restore } from '../../api/operations/restore.ts';
import { inputOf } from '../input/input-of.ts';
import { renderCopy, renderReplacement } from '../rendering/render-copies.ts';
import type { Answer, Session } from '../session.ts';

export async function runBackup(session: Session): Promise<Answer> {
  const { path } = await inputOf(backUp, session);
  const answer = await (await session.home()).backUp(path);
  return { value: answer, lines: (page) => renderCopy(answer, page) };
}

export async function runRestore(session: Session): Promise<Answer> {
  const { path } = await inputOf(restore, session);
  const answer = await (await session.home()).restore(path);
  return { value: answer, lines: (page) => renderReplacement(answer, page) };
}
