import { examineCommit } from '../../api/operations/examine-commit.ts';
import { inputOf } from '../input/input-of.ts';
import { renderExamination } from '../rendering/render-examination.ts';
import type { Answer, Session } from '../session.ts';

export async function runExamineCommit(session: Session): Promise<Answer> {
  const { commit, patchBytes, ...options } = await inputOf(examineCommit, session);
  const patchWanted = session.options.patch !== false && patchBytes !== 0;
  const opened = await session.memory();
  const answer = await opened.examineCommit(commit, { ...options, patchBytes: patchWanted ? patchBytes : 0 });
  return { value: answer, lines: (page) => renderExamination(answer, page, patchWanted) };
}
