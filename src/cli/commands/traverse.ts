import { renderTraversal } from '../rendering/render-traversal.ts';
import { type Answer, asOfOption, limitOption, type Session } from '../session.ts';

export async function runTraverse({ memory, arguments: [node = ''], options }: Session): Promise<Answer> {
  const { depth, direction, kind } = options;
  const opened = await memory();
  const traversal = await opened.traverse(node, {
    ...asOfOption(options),
    ...limitOption(options),
    ...(depth === undefined ? {} : { depth }),
    ...(direction === undefined ? {} : { direction }),
    ...(kind === undefined ? {} : { kinds: kind }),
  });
  return { value: traversal, lines: (page) => renderTraversal(traversal, node, page) };
}
