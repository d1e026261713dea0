import { purge } from '../../api/operations/purge.ts';
import { AfterwitError } from '../../model/errors.ts';
import { inputOf } from '../input/input-of.ts';
import { renderPurge } from '../rendering/render-purge.ts';
import type { Answer, Session } from '../session.ts';

export async function runPurge(session: Session): Promise<Answer> {
  const { preview = false } = await inputOf(purge, session);
  if (!session.options.all && !preview) {
    throw new AfterwitError(
      'INVALID_ARGUMENT',
      'purge overwrites and deletes everything that afterwit stores: all memories and their backups, the indexes of all repositories, logs and caches. It cannot be undone, so nothing was removed. Run afterwit purge --dry-run to see what would go, and afterwit purge --all to do it.',
    );
  }
  const opened = await session.home();
  const report = await opened.purge(preview ? { preview } : {});
  return { value: report, lines: (page) => renderPurge(report, page) };
}
