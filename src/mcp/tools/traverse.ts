import { traverse as operation } from '../../api/operations.ts';
import type { CodeTraversal } from '../../model/code.ts';
import { neutraliseControls } from '../../redaction/neutralise-controls.ts';
import { nameNode, sayUnknown } from './name-node.ts';
import { defineTool, reading, type Told } from './tool.ts';

export const traverse = defineTool({
  name: 'traverse',
  description: 'What a file or symbol contains, imports, calls, inherits, and what uses it in these ways.',
  input: operation.input,
  annotations: reading,
  async answer(memory, { node, ...options }) {
    return toTold(node, await memory.traverse(node, options));
  },
});

/** At a depth of 1, edges between neighbours are beside the point. */
function toTold(asked: string, { nodes, edges, depth, omitted, alternatives }: CodeTraversal): Told {
  const [start] = nodes;
  if (start === undefined) return { text: sayUnknown(asked, alternatives) };
  const byId = new Map(nodes.map((node) => [node.id, node]));
  const lines = edges.flatMap(({ kind, from, to }) => {
    const [one, other] = [byId.get(from), byId.get(to)];
    if (depth === 1 && from !== start.id && to !== start.id) return [];
    return one === undefined || other === undefined ? [] : [`${nameNode(one)} ${kind} ${nameNode(other)}`];
  });
  const found = [
    nameNode(start),
    ...lines,
    ...(alternatives.length === 0
      ? []
      : [`Of the same name: ${alternatives.map(({ id }) => neutraliseControls(id)).join(', ')}`]),
  ];
  const more = omitted === 0 ? '' : `${omitted} more nodes: limit shows more, kinds and direction select.`;
  return { text: more, foreign: found.join('\n') };
}
