import * as z from 'zod';
import { type CodeTraversal, codeEdgeKinds, traverseDirections } from '../../model/code-graph.ts';
import { neutraliseControls } from '../../redaction/neutralise-controls.ts';
import { nameNode, sayUnknown } from './name-node.ts';
import { defineTool, reading } from './tool.ts';

const mostDepth = 5;
const mostNodes = 200;

const output = z.object({
  kind: z.enum(['traversed', 'unknown']),
  nodes: z.array(z.object({ id: z.string(), kind: z.string(), distance: z.number() })),
  edges: z.array(z.object({ kind: z.string(), from: z.string(), to: z.string() })),
  omitted: z.number(),
});

export const traverse = defineTool({
  name: 'traverse',
  description: 'What a file or symbol contains, imports, calls, inherits, and what uses it in these ways.',
  input: z.strictObject({
    node: z.string().min(1).describe('Path, name, `path:Name` or id'),
    direction: z.enum(traverseDirections).optional(),
    kinds: z.array(z.enum(codeEdgeKinds)).optional(),
    depth: z.int().min(1).max(mostDepth).optional(),
    limit: z.int().min(1).max(mostNodes).optional(),
  }),
  output,
  annotations: reading,
  async answer(memory, { node, ...options }) {
    const traversal = await memory.traverse(node, options);
    return { text: toText(node, traversal), data: toData(traversal) };
  },
});

/** At a depth of 1, edges between neighbours are beside the point. */
function toText(asked: string, { nodes, edges, depth, omitted, alternatives }: CodeTraversal): string {
  const [start] = nodes;
  if (start === undefined) return sayUnknown(asked, alternatives);
  const byId = new Map(nodes.map((node) => [node.id, node]));
  const lines = edges.flatMap(({ kind, from, to }) => {
    const [one, other] = [byId.get(from), byId.get(to)];
    if (depth === 1 && from !== start.id && to !== start.id) return [];
    return one === undefined || other === undefined ? [] : [`${nameNode(one)} ${kind} ${nameNode(other)}`];
  });
  return [
    nameNode(start),
    ...lines,
    ...(omitted === 0 ? [] : [`${omitted} more nodes: limit shows more, kinds and direction select.`]),
    ...(alternatives.length === 0
      ? []
      : [`Of the same name: ${alternatives.map(({ id }) => neutraliseControls(id)).join(', ')}`]),
  ].join('\n');
}

function toData({ kind, nodes, edges, omitted }: CodeTraversal): z.input<typeof output> {
  return {
    kind,
    nodes: nodes.map((node) => ({ id: node.id, kind: node.kind, distance: node.distance })),
    edges: edges.map((edge) => ({ kind: edge.kind, from: edge.from, to: edge.to })),
    omitted,
  };
}
