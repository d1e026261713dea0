import { renderArchived, renderMaintained } from '../rendering/render-maintained.ts';
import type { Answer, Session } from '../session.ts';

export async function runMaintain({ home, signal, onProgress }: Session): Promise<Answer> {
  const opened = await home();
  const report = await opened.maintain({ signal, onProgress });
  return { value: report, lines: (page) => renderMaintained(report, page) };
}

export async function runArchive({ home, arguments: [id = ''], options }: Session): Promise<Answer> {
  const opened = await home();
  const item = await opened.archive(id, { undo: options.undo });
  return { value: item, lines: (page) => renderArchived(item, page) };
}
