import { approve } from '../../api/operations/approve.ts';
import { reject } from '../../api/operations/reject.ts';
import { review } from '../../api/operations/review.ts';
import { inputOf } from '../input/input-of.ts';
import { renderApproved, renderRejected, renderReview } from '../rendering/render-review.ts';
import type { Answer, Session } from '../session.ts';

export async function runReview(session: Session): Promise<Answer> {
  const input = await inputOf(review, session);
  const answer = await (await session.home()).review(input);
  return { value: answer, lines: (page) => renderReview(answer, page) };
}

export async function runReviewApprove(session: Session): Promise<Answer> {
  const { id, ...options } = await inputOf(approve, session);
  const answer = await (await session.home()).approve(id, options);
  return { value: answer, lines: (page) => renderApproved(answer, page) };
}

export async function runReviewReject(session: Session): Promise<Answer> {
  const { id } = await inputOf(reject, session);
  const answer = await (await session.home()).reject(id);
  return { value: answer, lines: (page) => renderRejected(answer, page) };
}
