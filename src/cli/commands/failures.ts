import { failures } from '../../api/operations/failures.ts';
import { doubtDecisions } from '../../model/answers/item-answers.ts';
import { AfterwitError } from '../../model/errors.ts';
import { inputOf } from '../input/input-of.ts';
import { renderDecided } from '../rendering/render-decided.ts';
import { renderDoubts } from '../rendering/render-doubts.ts';
import { renderKnownFailure } from '../rendering/render-known-failure.ts';
import { renderKnownFailures } from '../rendering/render-known-failures.ts';
import type { Answer, Session } from '../session.ts';

export async function runFailuresList(session: Session): Promise<Answer> {
  const list = await (await session.home()).failures(await inputOf(failures, session));
  return { value: list, lines: (page) => renderKnownFailures(list, page) };
}

export async function runFailuresShow({ home, arguments: [id = ''] }: Session): Promise<Answer> {
  const opened = await home();
  const view = await opened.failure(id);
  return { value: view, lines: (page) => renderKnownFailure(view, page) };
}

export async function runFailuresReview({ home, arguments: [id, word] }: Session): Promise<Answer> {
  if (id === undefined) {
    const list = await (await home()).doubts();
    return { value: list, lines: (page) => renderDoubts(list, page) };
  }
  const decision = doubtDecisions.find((known) => known === word);
  if (decision === undefined) {
    throw new AfterwitError(
      'INVALID_ARGUMENT',
      `The decision about ${JSON.stringify(id.slice(0, 80))} is missing. Add one of ${doubtDecisions.join(', ')}; afterwit failures review shows both sides.`,
    );
  }
  const variant = await (await home()).decideDoubt(id, decision);
  return { value: variant, lines: (page) => renderDecided(variant, decision, page) };
}
