import { index } from '../../api/operations/index.ts';
import { inputOf } from '../input/input-of.ts';
import { renderIndexReport } from '../rendering/render-index-report.ts';
import type { Answer, Session } from '../session.ts';

export async function runIndex(session: Session): Promise<Answer> {
  const { signal, onProgress } = session;
  const input = await inputOf(index, session);
  const report = await (await session.memory()).index({ ...input, signal, onProgress });
  return { value: report, lines: (page) => renderIndexReport(report, page) };
}
