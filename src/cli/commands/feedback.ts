import { outcomeKinds } from '../../model/decision.ts';
import { AfterwitError } from '../../model/errors.ts';
import { renderFeedback } from '../rendering/render-feedback.ts';
import type { Answer, Session } from '../session.ts';

export async function runFeedback({
  home,
  arguments: [decision = '', word],
  options,
}: Session): Promise<Answer> {
  const kind = outcomeKinds.find((known) => known === word);
  // The parser accepts only known outcomes.
  if (kind === undefined) throw new AfterwitError('INTERNAL', `"${word}" is no outcome.`);
  const opened = await home();
  const receipt = await opened.feedback({
    decision,
    outcome: kind,
    item: options.item,
  });
  return { value: receipt, lines: (page) => renderFeedback(receipt, page) };
}
