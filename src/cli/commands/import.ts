import { statSync } from 'node:fs';
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
    ? await home.importFiles(
        openV2Folder(path, (file) => openInput(file, session)),
        given,
      )
    : await home.importLines(openInput(path, session), given);
  return {
    value: report,
    lines: (page) => renderImported(report, mine === true, page),
    status: exitStatus(report.faultCount === 0 ? 'done' : 'usage'),
  };
}

function isFolder(path: string): boolean {
  return path !== '-' && statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;
}
