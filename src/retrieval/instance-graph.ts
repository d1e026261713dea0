import type { GraphEdge, GraphNode } from '../model/card.ts';

/** A node that an edge leads to. */
export interface Neighbour<Node> {
  readonly node: Node;
  readonly edge: GraphEdge;
}

/**
 * The instance context graph of the CICL paper (3.3): pieces of context and why one leads to another. Edges lead both ways. One may be named before its nodes are there; a node
 * that is missing is passed over.
 */
export class InstanceGraph<Node extends Pick<GraphNode, 'id'> = GraphNode> {
  readonly #nodes = new Map<string, Node>();
  /** Of each node, in the order in which the edges came. */
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
  neighbours(id: string): readonly Neighbour<Node>[] {
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
