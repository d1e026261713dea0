import { renderEdited } from '../rendering/render-edited.ts';
import { renderHistory } from '../rendering/render-history.ts';
import type { Answer, Session } from '../session.ts';

export async function runEdit({ home, arguments: [id = ''], options }: Session): Promise<Answer> {
  const opened = await home();
  const { content, title, restore, hard: isHard, noHard } = options;
  const hard = isHard === true ? true : noHard === true ? false : undefined;
  const edited = await opened.edit(id, { content, title, restore, hard });
  return { value: edited, lines: (page) => renderEdited(edited, page) };
}

export async function runHistory({ home, arguments: [id = ''] }: Session): Promise<Answer> {
  const opened = await home();
  const history = await opened.history(id);
  return { value: history, lines: (page) => renderHistory(history, page) };
}
