import { renderExamination } from '../rendering/render-examination.ts';
import type { Answer, Session } from '../session.ts';

export async function runExamineCommit({
  memory,
  arguments: [commit = ''],
  options,
}: Session): Promise<Answer> {
  const patchWanted = options.patch !== false && options.patchBytes !== 0;
  const patchBytes = patchWanted ? options.patchBytes : 0;
  const opened = await memory();
  const examination = await opened.examineCommit(commit, {
    asOf: options.asOf,
    issueExport: options.issues,
    patchBytes,
  });
  return { value: examination, lines: (page) => renderExamination(examination, page, patchWanted) };
}
