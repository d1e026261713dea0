import { renderCopy, renderReplacement } from '../rendering/render-copies.ts';
import type { Answer, Session } from '../session.ts';

export async function runBackup({ home, arguments: [path] }: Session): Promise<Answer> {
  const opened = await home();
  const copy = await opened.backUp(path);
  return { value: copy, lines: (page) => renderCopy(copy, page) };
}

export async function runRestore({ home, arguments: [path = ''] }: Session): Promise<Answer> {
  const opened = await home();
  const replacement = await opened.restore(path);
  return { value: replacement, lines: (page) => renderReplacement(replacement, page) };
}
