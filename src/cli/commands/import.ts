import { exitStatus } from '../exit-codes.ts';
import { openInput } from '../input/open-input.ts';
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
  const report = await home.importLines(openInput(path, session), {
    signal,
    scope,
    ...(mine ? { vouched: true } : {}),
  });
  return {
    value: report,
    lines: (page) => renderImported(report, mine === true, page),
    status: exitStatus(report.faultCount === 0 ? 'done' : 'usage'),
  };
}
