import { archive } from '../../api/operations/archive.ts';
import { inputOf } from '../input/input-of.ts';
import { renderArchived, renderMaintained } from '../rendering/render-maintained.ts';
import type { Answer, Session } from '../session.ts';

export async function runMaintain({ home, signal, onProgress }: Session): Promise<Answer> {
  const report = await (await home()).maintain({ signal, onProgress });
  return { value: report, lines: (page) => renderMaintained(report, page) };
}

export async function runArchive(session: Session): Promise<Answer> {
  const { id, ...options } = await inputOf(archive, session);
  const answer = await (await session.home()).archive(id, options);
  return { value: answer, lines: (page) => renderArchived(answer, page) };
}
