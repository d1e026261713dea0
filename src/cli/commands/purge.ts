import { AfterwitError } from '../../model/errors.ts';
import { renderPurge } from '../rendering/render-purge.ts';
import type { Answer, Session } from '../session.ts';

export async function runPurge({ home, options }: Session): Promise<Answer> {
  const preview = options.dryRun === true;
  if (!options.all && !preview) {
    throw new AfterwitError(
      'INVALID_ARGUMENT',
      'purge overwrites and deletes everything that afterwit stores: all memories and their backups, the indexes of all repositories, logs and caches. It cannot be undone, so nothing was removed. Run afterwit purge --dry-run to see what would go, and afterwit purge --all to do it.',
    );
  }
  const opened = await home();
  const report = await opened.purge(preview ? { preview } : {});
  return { value: report, lines: (page) => renderPurge(report, page) };
}
