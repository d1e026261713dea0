import { type CodeNode, codeEdgeKinds, type NeighbourGroup, type NeighbourRelation } from '../model/code.ts';
import type { CodeGraph } from './code-graph.ts';
import { nodesOf } from './nodes-of.ts';
import { edgesOf } from './traverse-graph.ts';

type CodeEdgeKind = (typeof codeEdgeKinds)[number];

const relations: readonly (readonly [NeighbourRelation, CodeEdgeKind, 'in' | 'out'])[] = [
  ['contained_by', 'contains', 'in'],
  ['contains', 'contains', 'out'],
  ['inherits', 'inherits', 'out'],
  ['inherited_by', 'inherits', 'in'],
  ['calls', 'calls', 'out'],
  ['called_by', 'calls', 'in'],
  ['imports', 'imports', 'out'],
  ['imported_by', 'imports', 'in'],
];

/**
 * Neighbours of a node by relation; of each relation the `most` with the highest edge count, ties in the order of the
 * graph.
 */
export function neighboursOf(graph: CodeGraph, node: CodeNode, most: number): readonly NeighbourGroup[] {
  const number = graph.byId.get(node.id) ?? 0;
  const { edges } = graph;
  return relations.flatMap(([relation, kind, way]): readonly NeighbourGroup[] => {
    const ends = way === 'out' ? edges.to : edges.from;
    const found = edgesOf(edges[way], number)
      .filter((edge) => codeEdgeKinds[edges.kinds[edge] ?? 0] === kind)
      .sort((a, b) => (edges.counts[b] ?? 0) - (edges.counts[a] ?? 0) || (ends[a] ?? 0) - (ends[b] ?? 0))
      .map((edge) => ends[edge] ?? 0);
    const nodes = nodesOf(graph, found.slice(0, most));
    return found.length === 0 ? [] : [{ relation, nodes, total: found.length }];
  });
}
