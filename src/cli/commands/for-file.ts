import { forFile } from '../../api/operations/for-file.ts';
import { inputOf } from '../input/input-of.ts';
import { renderFileBrief } from '../rendering/render-file-brief.ts';
import type { Answer, Session } from '../session.ts';

export async function runForFile(session: Session): Promise<Answer> {
  const { path, ...options } = await inputOf(forFile, session);
  const answer = await (await session.memory()).forFile(path, options);
  return {
    value: answer,
    lines: (page) => renderFileBrief(answer, page),
    ...(session.options.pack ? { verbatim: answer.pack.text } : {}),
  };
}
