import type { GraphEdge, GraphNode, GraphReach } from '../model/card.ts';
import type { GraphExpansionSettings } from './options.ts';

/**
 * The instance context graph of the CICL paper (3.3): pieces of context and why one leads to another. Edges
 * lead both ways; one may be named before its nodes are there, and a missing node is passed over.
 */
export class InstanceGraph<Node extends Pick<GraphNode, 'id'> = GraphNode> {
  readonly #nodes = new Map<string, Node>();
  /** Edges of each node, in the order in which they came. */
  readonly #edges = new Map<string, GraphEdge[]>();

  /** In the order in which they came. */
  get nodes(): readonly Node[] {
    return [...this.#nodes.values()];
  }

  node(id: string): Node | undefined {
    return this.#nodes.get(id);
  }

  /** Replaces the one with the same id. */
  add(node: Node): void {
    this.#nodes.set(node.id, node);
  }

  connect(edge: GraphEdge): void {
    for (const end of new Set([edge.from, edge.to])) {
      const edges = this.#edges.get(end);
      if (edges === undefined) this.#edges.set(end, [edge]);
      else edges.push(edge);
    }
  }

  /** One for each edge that leads to another node. */
  neighbours(id: string) {
    return (this.#edges.get(id) ?? []).flatMap((edge) => {
      const node = this.#nodes.get(edge.from === id ? edge.to : edge.from);
      return node === undefined || node.id === id ? [] : [{ node, edge }];
    });
  }

  /** Nodes that must not be shown beside this one. */
  conflicts(id: string): ReadonlySet<string> {
    const contrary = this.neighbours(id).filter(({ edge }) => edge.kind === 'conflict');
    return new Set(contrary.map(({ node }) => node.id));
  }
}

/** Where an expansion starts. */
export interface GraphSeed {
  readonly id: string;
  /** Probability that it matters, 0–1. */
  readonly confidence: number;
}

/** A node that was not known to matter. */
interface ReachedNode<Node> extends GraphReach {
  readonly node: Node;
}

/**
 * Nodes at most `maxHops` edges from the seeds, the likeliest first. A node's likelihood is that of its
 * likeliest way, the seed's confidence times that of each edge, so that no way gains by a circle; ties go to
 * the first one met. Edges of conflict are no way. Nodes less likely than `minConfidence` are not reached,
 * nor any beyond them.
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
