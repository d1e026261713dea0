import type { ExportOptions } from '../../api/inputs.ts';
import { exportLines } from '../../api/operations/export-lines.ts';
import { AfterwitError } from '../../model/errors.ts';
import { inputOf } from '../input/input-of.ts';
import { knowRepository } from '../know-repository.ts';
import { writeLines } from '../output/write-lines.ts';
import { writeV2Folder } from '../output/write-v2-folder.ts';
import { renderExported } from '../rendering/render-exported.ts';
import type { Answer, Session } from '../session.ts';

export async function runExport(session: Session): Promise<Answer> {
  const { home, options, signal } = session;
  const where = await whereOf(session);
  if (options.out === undefined && options.json) {
    throw new AfterwitError(
      'INVALID_ARGUMENT',
      '--json prints a report to standard output, where the export itself would go. Add --out FILE, or leave --json out: every line of the export is JSON.',
    );
  }
  if (options.layout !== undefined && options.out === undefined) {
    throw new AfterwitError(
      'INVALID_ARGUMENT',
      '--layout v2 writes several files. Add --out with the folder they are to be written into.',
    );
  }
  await knowRepository(session, where.where);
  if (options.layout !== undefined && options.out !== undefined) {
    const report = await writeV2Folder(options.out, (await home()).exportV2(where), signal);
    return { value: report, lines: (page) => renderExported(report, page) };
  }
  const lines = (await home()).exportLines(where);
  if (options.out === undefined) return { value: undefined, lines: () => [], stream: lines };
  const report = await writeLines(options.out, lines, signal);
  return { value: report, lines: (page) => renderExported(report, page) };
}

async function whereOf(session: Session): Promise<ExportOptions> {
  const { scope, all }: Readonly<Record<string, unknown>> = session.options;
  if (scope !== undefined && all) {
    throw new AfterwitError(
      'INVALID_ARGUMENT',
      '--scope and --all contradict each other. Give one of them, or none.',
    );
  }
  return await inputOf(exportLines, session);
}
