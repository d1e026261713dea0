import { renderRules } from '../rendering/render-rules.ts';
import type { Answer, Session } from '../session.ts';

export async function runImportRules({ memory, options }: Session): Promise<Answer> {
  const opened = await memory();
  const report = await opened.importRules({ preview: options.dryRun ?? false });
  return { value: report, lines: (page) => renderRules(report, page) };
}
