import { type CodeEdgeKind, codeEdgeKinds } from '../model/code.ts';

/** Edges in columns; those that leave node `n` are `out.edges[out.offsets[n] … out.offsets[n + 1] - 1]`, and so with `in`. */
export interface EdgeColumns {
  readonly from: Uint32Array;
  readonly to: Uint32Array;
  /** Position in `codeEdgeKinds`. */
  readonly kinds: Uint8Array;
  readonly counts: Uint32Array;
  readonly out: EdgeLists;
  readonly in: EdgeLists;
}

/** Edges by node. */
export interface EdgeLists {
  readonly offsets: Uint32Array;
  readonly edges: Uint32Array;
}

/** Collects edges; adding an edge again within a group increases its count. */
export interface EdgeCollector {
  /**
   * Begins a new group; edges of earlier groups must not be added again. One map of all edges would take most of the
   * time.
   */
  beginGroup(): void;
  add(kind: CodeEdgeKind, from: number, to: number): void;
  columns(): EdgeColumns;
}

export function edgeCollector(nodeCount: number): EdgeCollector {
  const from: number[] = [];
  const to: number[] = [];
  const kinds: number[] = [];
  const counts: number[] = [];
  const known = new Map<number, number>();
  return {
    beginGroup: () => known.clear(),
    add(kind, source, target) {
      const kindNumber = codeEdgeKinds.indexOf(kind);
      // Below 2⁵³ for as many as a billion nodes.
      const key = (source * nodeCount + target) * codeEdgeKinds.length + kindNumber;
      const edge = known.get(key);
      if (edge !== undefined) {
        counts[edge] = (counts[edge] ?? 0) + 1;
        return;
      }
      known.set(key, from.length);
      from.push(source);
      to.push(target);
      kinds.push(kindNumber);
      counts.push(1);
    },
    columns: () => ({
      from: Uint32Array.from(from),
      to: Uint32Array.from(to),
      kinds: Uint8Array.from(kinds),
      counts: Uint32Array.from(counts),
      out: listByNode(from, nodeCount),
      in: listByNode(to, nodeCount),
    }),
  };
}

/** Edges grouped by one end, in the order of adding. */
function listByNode(ends: readonly number[], nodeCount: number): EdgeLists {
  const offsets = new Uint32Array(nodeCount + 1);
  for (const node of ends) offsets[node + 1] = (offsets[node + 1] ?? 0) + 1;
  for (let node = 0; node < nodeCount; node++)
    offsets[node + 1] = (offsets[node + 1] ?? 0) + (offsets[node] ?? 0);
  const edges = new Uint32Array(ends.length);
  const next = offsets.slice();
  for (const [edge, node] of ends.entries()) {
    const place = next[node] ?? 0;
    edges[place] = edge;
    next[node] = place + 1;
  }
  return { offsets, edges };
}
