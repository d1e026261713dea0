import { AfterwitError } from '../../model/errors.ts';
import { doubtDecisions } from '../../model/review.ts';
import { renderDecided } from '../rendering/render-decided.ts';
import { renderDoubts } from '../rendering/render-doubts.ts';
import { renderIssue } from '../rendering/render-issue.ts';
import { renderIssues } from '../rendering/render-issues.ts';
import { type Answer, limitOption, type Session } from '../session.ts';

export async function runIssuesList({ home, options }: Session): Promise<Answer> {
  const opened = await home();
  const list = await opened.issues({ ...(options.all ? { where: 'all' } : {}), ...limitOption(options) });
  return { value: list, lines: (page) => renderIssues(list, page) };
}

export async function runIssuesShow({ home, arguments: [id = ''] }: Session): Promise<Answer> {
  const opened = await home();
  const view = await opened.issue(id);
  return { value: view, lines: (page) => renderIssue(view, page) };
}

export async function runIssuesReview({ home, arguments: [id, word] }: Session): Promise<Answer> {
  if (id === undefined) {
    const list = await (await home()).doubts();
    return { value: list, lines: (page) => renderDoubts(list, page) };
  }
  const decision = doubtDecisions.find((known) => known === word);
  if (decision === undefined) {
    throw new AfterwitError(
      'INVALID_ARGUMENT',
      `It is not said what ${JSON.stringify(id.slice(0, 80))} is. Add one of ${doubtDecisions.join(', ')}; afterwit issues review shows both sides.`,
    );
  }
  const variant = await (await home()).decideDoubt(id, decision);
  return { value: variant, lines: (page) => renderDecided(variant, decision, page) };
}
