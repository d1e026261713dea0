import {
  type CodeEdge,
  type CodeEdgeKind,
  type CodeNode,
  codeEdgeKinds,
  type NeighbourGroup,
  type NeighbourRelation,
  type ReachedNode,
  type TraverseDirection,
} from '../model/code.ts';
import type { CodeGraph } from './code-graph.ts';
import type { EdgeLists } from './code-graph-edges.ts';

interface TraverseGraphOptions {
  readonly direction: TraverseDirection;
  readonly depth: number;
  readonly kinds: readonly CodeEdgeKind[];
  /** Maximum number of nodes, including the start. */
  readonly limit: number;
}

interface ReachedGraph {
  readonly nodes: readonly ReachedNode[];
  readonly edges: readonly CodeEdge[];
  readonly omitted: number;
}

/**
 * Nodes reachable from a node, nearest first; at equal distance, those over stronger edges first, and `contains` before
 * the other kinds. The whole depth is walked, so that the limit cuts off the farthest nodes.
 */
export function traverseGraph(graph: CodeGraph, start: number, options: TraverseGraphOptions): ReachedGraph {
  const kinds = options.kinds.map((kind) => codeEdgeKinds.indexOf(kind));
  const distances = walk(graph, start, options, new Set(kinds));
  const shown = [...distances].slice(0, Math.max(1, options.limit));
  const nodes = shown.flatMap(([number, distance]): readonly ReachedNode[] => {
    const node = graph.nodes[number];
    return node === undefined ? [] : [{ ...node, distance }];
  });
  return {
    nodes,
    edges: edgesAmong(
      graph,
      shown.map(([node]) => node),
      new Set(kinds),
    ),
    omitted: distances.size - shown.length,
  };
}

function walk(
  graph: CodeGraph,
  start: number,
  { direction, depth }: TraverseGraphOptions,
  kinds: ReadonlySet<number>,
): ReadonlyMap<number, number> {
  const distances = new Map([[start, 0]]);
  let level = [start];
  for (let distance = 1; distance <= depth && level.length > 0; distance++) {
    const next: number[] = [];
    for (const node of level) {
      for (const neighbour of neighbours(graph, node, direction, kinds)) {
        if (distances.has(neighbour)) continue;
        distances.set(neighbour, distance);
        next.push(neighbour);
      }
    }
    level = next;
  }
  return distances;
}

function neighbours(
  { edges }: CodeGraph,
  node: number,
  direction: TraverseDirection,
  kinds: ReadonlySet<number>,
): readonly number[] {
  const outward =
    direction === 'in' ? [] : edgesOf(edges.out, node).map((edge) => ({ edge, end: edges.to[edge] ?? 0 }));
  const inward =
    direction === 'out' ? [] : edgesOf(edges.in, node).map((edge) => ({ edge, end: edges.from[edge] ?? 0 }));
  const kindOf = (edge: number) => edges.kinds[edge] ?? 0;
  const countOf = (edge: number) => edges.counts[edge] ?? 0;
  return [...outward, ...inward]
    .filter(({ edge }) => kinds.has(kindOf(edge)))
    .sort((a, b) => kindOf(a.edge) - kindOf(b.edge) || countOf(b.edge) - countOf(a.edge) || a.end - b.end)
    .map(({ end }) => end);
}

function edgesOf({ offsets, edges }: EdgeLists, node: number): readonly number[] {
  return Array.from(edges.subarray(offsets[node], offsets[node + 1]));
}

function edgesAmong(
  { nodes, edges }: CodeGraph,
  shown: readonly number[],
  kinds: ReadonlySet<number>,
): readonly CodeEdge[] {
  const among = new Set(shown);
  return shown.flatMap((node) =>
    edgesOf(edges.out, node).flatMap((edge): readonly CodeEdge[] => {
      const target = edges.to[edge] ?? 0;
      const kind = codeEdgeKinds[edges.kinds[edge] ?? 0];
      const [from, to] = [nodes[node], nodes[target]];
      if (!kinds.has(edges.kinds[edge] ?? 0) || !among.has(target)) return [];
      if (kind === undefined || from === undefined || to === undefined) return [];
      return [{ kind, from: from.id, to: to.id, count: edges.counts[edge] ?? 1 }];
    }),
  );
}

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

/** The nodes of these numbers, in their order. */
export function nodesOf({ nodes }: CodeGraph, numbers: readonly number[]): readonly CodeNode[] {
  return numbers.flatMap((number) => nodes[number] ?? []);
}
