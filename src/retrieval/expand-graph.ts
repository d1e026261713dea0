import type { GraphNode, GraphReach } from '../model/card.ts';
import type { InstanceGraph } from './instance-graph.ts';
import type { GraphExpansionSettings } from './options.ts';

/** Where an expansion starts. */
export interface GraphSeed {
  readonly id: string;
  /** Probability that it matters, 0–1. */
  readonly confidence: number;
}

/** A node that was not known to matter. */
export interface ReachedNode<Node> extends GraphReach {
  readonly node: Node;
}

/**
 * Nodes at most `maxHops` edges from what is known to matter, the likeliest first. A node matters as likely as the likeliest way to it, the seed's confidence times that of
 * each edge, so that no way gains by a circle; of those equally likely the one that was met first comes first. Edges of conflict are no way: they say what to keep out. Less likely than `minConfidence` is not reached, nor is anything
 * beyond it.
 *
 * @param seeds they are not reached themselves
 */
export function expandGraph<Node extends Pick<GraphNode, 'id'>>(
  graph: InstanceGraph<Node>,
  seeds: readonly GraphSeed[],
  { maxHops, minConfidence }: Pick<GraphExpansionSettings, 'maxHops' | 'minConfidence'>,
): readonly ReachedNode<Node>[] {
  const isSeed = new Set(seeds.map(({ id }) => id));
  const reached = new Map<string, ReachedNode<Node>>();
  let frontier: readonly GraphSeed[] = seeds;
  for (let hop = 0; hop < maxHops && frontier.length > 0; hop += 1) {
    const improved = new Map<string, ReachedNode<Node>>();
    for (const way of frontier.flatMap((start) => waysFrom(start, graph))) {
      const { id } = way.node;
      const known = improved.get(id) ?? reached.get(id);
      const isBetter = way.confidence >= minConfidence && way.confidence > (known?.confidence ?? 0);
      if (isBetter && !isSeed.has(id)) improved.set(id, way);
    }
    for (const [id, way] of improved) reached.set(id, way);
    frontier = [...improved].map(([id, { confidence }]) => ({ id, confidence }));
  }
  return [...reached.values()].sort((a, b) => b.confidence - a.confidence);
}

function waysFrom<Node extends Pick<GraphNode, 'id'>>(
  { id, confidence }: GraphSeed,
  graph: InstanceGraph<Node>,
): readonly ReachedNode<Node>[] {
  return graph
    .neighbours(id)
    .filter(({ edge }) => edge.kind !== 'conflict')
    .map(({ node, edge }) => ({ node, from: id, edge: edge.kind, confidence: confidence * edge.confidence }));
}
