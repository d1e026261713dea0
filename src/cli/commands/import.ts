import { statSync } from 'node:fs';
import type { ImportReport } from '../../model/answers/exchange-report.ts';
import { exitStatus } from '../exit-codes.ts';
import { openInput } from '../input/open-input.ts';
import { openV2Folder } from '../input/open-v2-folder.ts';
import { knowRepository } from '../know-repository.ts';
import { renderImported } from '../rendering/render-imported.ts';
import type { Answer, Session } from '../session.ts';

export async function runImport(session: Session): Promise<Answer> {
  const {
    arguments: [path = ''],
    options: { scope, mine },
    signal,
  } = session;
  await knowRepository(session);
  const home = await session.home();
  const given = { signal, scope, ...(mine ? { vouched: true } : {}) };
  const report = isFolder(path)
    ? await importFolder(path)
    : await home.importLines(openInput(path, session), given);
  return {
    value: report,
    lines: (page) => renderImported(report, mine === true, page),
    status: exitStatus(report.faultCount === 0 ? 'done' : 'usage'),
  };

  async function importFolder(folder: string): Promise<ImportReport> {
    const { files, skipped } = openV2Folder(folder, (file) => openInput(file, session));
    const imported = await home.importFiles(files, given);
    return skipped.length === 0 ? imported : { ...imported, skippedFiles: skipped };
  }
}

function isFolder(path: string): boolean {
  return path !== '-' && statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;
}
