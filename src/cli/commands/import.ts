import { statSync } from 'node:fs';
import { importing } from '../../api/common-fields.ts';
import type { ImportOptions } from '../../api/inputs.ts';
import { importLines } from '../../api/operations/import-lines.ts';
import type { ImportReport } from '../../model/answers/exchange-report.ts';
import { AfterwitError } from '../../model/errors.ts';
import { exitStatus } from '../exit-codes.ts';
import { inputOf } from '../input/input-of.ts';
import { openInput } from '../input/open-input.ts';
import { openV2Folder } from '../input/open-v2-folder.ts';
import { knowRepository } from '../know-repository.ts';
import { renderImported } from '../rendering/render-imported.ts';
import type { Answer, Session } from '../session.ts';

/** Where the lines come from, is said by a path. */
const importOptions = { ...importLines, input: importing, terminal: undefined };

export async function runImport(session: Session): Promise<Answer> {
  const {
    arguments: [path],
    signal,
  } = session;
  const { scope, vouched = false } = await inputOf(importOptions, session);
  if (path === undefined) return await importShared(session, { scope, vouched });
  await knowRepository(session, scope);
  const home = await session.home();
  const given = { signal, scope, ...(vouched ? { vouched } : {}) };
  const report = isFolder(path)
    ? await importFolder(path)
    : await home.importLines(openInput(path, session), given);
  return answerOf(report, vouched);

  async function importFolder(folder: string): Promise<ImportReport> {
    const { files, skipped } = openV2Folder(folder, (file) => openInput(file, session));
    const imported = await home.importFiles(files, given);
    return skipped.length === 0 ? imported : { ...imported, skippedFiles: skipped };
  }
}

/** What others share here waits for the person's word, and holds here: neither can be said otherwise. */
async function importShared(session: Session, { scope, vouched }: ImportOptions): Promise<Answer> {
  const { signal } = session;
  if (vouched || scope !== undefined)
    throw new AfterwitError(
      'INVALID_ARGUMENT',
      `${vouched ? '--mine' : '--scope'} needs a FILE: what is shared in a repository was written by its people, and holds there.`,
    );
  await knowRepository(session, 'repo');
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
