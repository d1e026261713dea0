import { traverse } from '../../api/operations/traverse.ts';
import { inputOf } from '../input/input-of.ts';
import { renderTraversal } from '../rendering/render-traversal.ts';
import type { Answer, Session } from '../session.ts';

export async function runTraverse(session: Session): Promise<Answer> {
  const { node, ...options } = await inputOf(traverse, session);
  const answer = await (await session.memory()).traverse(node, options);
  return { value: answer, lines: (page) => renderTraversal(answer, node, page) };
}
