import { renderIndexReport } from '../rendering/render-index-report.ts';
import type { Answer, Session } from '../session.ts';

export async function runIndex({ memory, options, signal, onProgress }: Session): Promise<Answer> {
  const opened = await memory();
  const report = await opened.index({
    asOf: options.asOf,
    rebuild: options.rebuild ?? false,
    signal,
    onProgress,
  });
  return { value: report, lines: (page) => renderIndexReport(report, page) };
}
