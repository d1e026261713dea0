import { renderFileBrief } from '../rendering/render-file-brief.ts';
import type { Answer, Session } from '../session.ts';

export async function runForFile({ memory, arguments: [path = ''], options }: Session): Promise<Answer> {
  const opened = await memory();
  const answer = await opened.forFile(path, { budgetTokens: options.budget });
  return {
    value: answer,
    lines: (page) => renderFileBrief(answer, page),
    ...(options.pack ? { verbatim: answer.pack.text } : {}),
  };
}
