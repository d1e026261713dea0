import type { ShareOptions } from '../../api/inputs.ts';
import { share } from '../../api/operations/share.ts';
import { AfterwitError } from '../../model/errors.ts';
import { inputOf } from '../input/input-of.ts';
import { knowRepository } from '../know-repository.ts';
import { renderShared } from '../rendering/render-shared.ts';
import type { Answer, Session } from '../session.ts';

export async function runShare(session: Session): Promise<Answer> {
  const chosen = choiceOf(session, await inputOf(share, session));
  await knowRepository(session, 'repo');
  const opened = await session.home();
  const report = await opened.share(chosen);
  return { value: report, lines: (page) => renderShared(report, page) };
}

function choiceOf(
  { options: { remove } }: Session,
  { ids = [], all, ...others }: ShareOptions,
): ShareOptions {
  if (all && (remove || ids.length > 0))
    throw new AfterwitError(
      'INVALID_ARGUMENT',
      '--all shares everything that somebody vouched for. Leave it out, or name no memory and nothing to remove.',
    );
  if (all) return { all, ...others };
  if (ids.length > 0) return remove ? { removed: ids, ...others } : { ids, ...others };
  throw new AfterwitError(
    'INVALID_ARGUMENT',
    'No memory to share is named. Name some by id (`afterwit list` shows them), or give --all; --dry-run shows what would be written.',
  );
}
