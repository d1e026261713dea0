import { AfterwitError } from '../../model/errors.ts';
import { renderPurge } from '../rendering/render-purge.ts';
import type { Answer, Session } from '../session.ts';

export async function runPurge({ home, options }: Session): Promise<Answer> {
  if (!options.all) {
    throw new AfterwitError(
      'INVALID_ARGUMENT',
      'purge overwrites and deletes everything that afterwit stores: all memories and their backups, the indexes of all repositories, logs and caches. It cannot be undone, so nothing was removed. Run afterwit purge --all to do it; afterwit doctor shows the folder.',
    );
  }
  const opened = await home();
  const report = await opened.purge();
  return { value: report, lines: (page) => renderPurge(report, page) };
}
