import { statSync } from 'node:fs';
import type { ImportReport } from '../../model/answers/exchange-report.ts';
import { AfterwitError } from '../../model/errors.ts';
import { exitStatus } from '../exit-codes.ts';
import { openInput } from '../input/open-input.ts';
import { openV2Folder } from '../input/open-v2-folder.ts';
import { knowRepository } from '../know-repository.ts';
import { renderImported } from '../rendering/render-imported.ts';
import type { Answer, Session } from '../session.ts';

export async function runImport(session: Session): Promise<Answer> {
  const {
    arguments: [path],
    options: { scope, mine },
    signal,
  } = session;
  if (path === undefined) return await importShared(session);
  await knowRepository(session);
  const home = await session.home();
  const given = { signal, scope, ...(mine ? { vouched: true } : {}) };
  const report = isFolder(path)
    ? await importFolder(path)
    : await home.importLines(openInput(path, session), given);
  return answerOf(report, mine === true);

  async function importFolder(folder: string): Promise<ImportReport> {
    const { files, skipped } = openV2Folder(folder, (file) => openInput(file, session));
    const imported = await home.importFiles(files, given);
    return skipped.length === 0 ? imported : { ...imported, skippedFiles: skipped };
  }
}

/** What others share here waits for the person's word, and holds here: neither can be said otherwise. */
async function importShared(session: Session): Promise<Answer> {
  const { options, signal } = session;
  if (options.mine || options.scope !== undefined)
    throw new AfterwitError(
      'INVALID_ARGUMENT',
      `${options.mine ? '--mine' : '--scope'} needs a FILE: what is shared in a repository was written by its people, and holds there.`,
    );
  await knowRepository({ ...session, options: { scope: 'repo' } });
  return answerOf(await (await session.home()).importShared({ signal }), false);
}

function answerOf(report: ImportReport, vouched: boolean): Answer {
  return {
    value: report,
    lines: (page) => renderImported(report, vouched, page),
    status: exitStatus(report.faultCount === 0 ? 'done' : 'usage'),
  };
}

function isFolder(path: string): boolean {
  return path !== '-' && statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;
}
