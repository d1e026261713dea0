import type { ShareOptions } from '../../api/inputs.ts';
import { AfterwitError } from '../../model/errors.ts';
import { knowRepository } from '../know-repository.ts';
import { renderShared } from '../rendering/render-shared.ts';
import type { Answer, Session } from '../session.ts';

export async function runShare(session: Session): Promise<Answer> {
  const chosen = choiceOf(session);
  const { options } = session;
  await knowRepository({ ...session, options: { scope: 'repo' } });
  const opened = await session.home();
  const report = await opened.share({ ...chosen, scope: options.scope, preview: options.dryRun });
  return { value: report, lines: (page) => renderShared(report, page) };
}

function choiceOf({ arguments: ids, options: { all, remove } }: Session): ShareOptions {
  if (all && (remove || ids.length > 0))
    throw new AfterwitError(
      'INVALID_ARGUMENT',
      '--all shares everything that somebody vouched for. Leave it out, or name no memory and nothing to remove.',
    );
  if (all) return { all };
  if (ids.length > 0) return remove ? { removed: ids } : { ids };
  throw new AfterwitError(
    'INVALID_ARGUMENT',
    'No memory to share is named. Name some by id (`afterwit list` shows them), or give --all; --dry-run shows what would be written.',
  );
}
