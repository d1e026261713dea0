import { renderTraversal } from '../rendering/render-traversal.ts';
import type { Answer, Session } from '../session.ts';

export async function runTraverse({ memory, arguments: [node = ''], options }: Session): Promise<Answer> {
  const { depth, direction, kind } = options;
  const opened = await memory();
  const traversal = await opened.traverse(node, {
    asOf: options.asOf,
    limit: options.limit,
    depth,
    direction,
    kinds: kind,
  });
  return { value: traversal, lines: (page) => renderTraversal(traversal, node, page) };
}
