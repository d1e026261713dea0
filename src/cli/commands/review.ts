import { renderApproved, renderRejected, renderReview } from '../rendering/render-review.ts';
import type { Answer, Session } from '../session.ts';

export async function runReview({ home, options }: Session): Promise<Answer> {
  const opened = await home();
  const queue = await opened.review({ where: options.all ? 'all' : undefined, limit: options.limit });
  return { value: queue, lines: (page) => renderReview(queue, page) };
}

export async function runReviewApprove({ home, arguments: [id = ''], options }: Session): Promise<Answer> {
  const opened = await home();
  const item = await opened.approve(id, { content: options.content });
  return { value: item, lines: (page) => renderApproved(item, page) };
}

export async function runReviewReject({ home, arguments: [id = ''] }: Session): Promise<Answer> {
  const opened = await home();
  const item = await opened.reject(id);
  return { value: item, lines: (page) => renderRejected(item, page) };
}
