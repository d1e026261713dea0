import {
  type CodeCall,
  type CodeEdge,
  type CodeEdgeKind,
  type CodeNode,
  type CodeSymbol,
  type CodeTraversal,
  codeEdgeKinds,
  type NeighbourGroup,
  type NeighbourRelation,
  qualifiedName,
  type ReachedNode,
  type SymbolKind,
  type TraverseDirection,
} from '../model/code.ts';
import { oncePerKey } from '../text/once.ts';
import {
  type EdgeCollector,
  type EdgeColumns,
  type EdgeLists,
  edgeCollector,
  type GraphNodes,
  graphNodes,
  mostCandidates,
  type NameResolver,
  nameResolver,
} from './code-graph-edges.ts';
import type { ResolvedImport } from './index-paths.ts';
import { resolveImports, type StructuredFile } from './resolve-imports.ts';

/** Directories, files and symbols of a tree, with the edges between them. Nodes and edges are numbered. */
export interface CodeGraph extends Pick<GraphNodes, 'nodes' | 'byId' | 'parents'> {
  readonly edges: EdgeColumns;
}

const callable: ReadonlySet<SymbolKind> = new Set([
  'class',
  'interface',
  'enum',
  'type',
  'function',
  'method',
]);
const inheritable: ReadonlySet<SymbolKind> = new Set(['class', 'interface', 'enum', 'type', 'module']);

/**
 * The code graph of a tree (Section 4 of the repository-memory paper), built from the structure of each file. A name is
 * resolved in its own file first, then in imported files, then in the whole tree if only few definitions share the
 * name. This is a good guess, not a compiler's answer.
 * @param files in any order
 */
export function buildCodeGraph(files: readonly StructuredFile[]): CodeGraph {
  const sorted = [...new Map(files.map((file) => [file.path, file])).values()].sort((a, b) =>
    a.path < b.path ? -1 : 1,
  );
  const imports = resolveImports(sorted);
  const named = graphNodes(sorted);
  const collector = edgeCollector(named.nodes.length);
  for (const [node, parent] of named.parents.entries()) {
    collector.beginGroup();
    if (parent >= 0) collector.add('contains', parent, node);
  }
  addImports(imports, named, collector);
  addCalls(sorted, imports, named, collector);
  addBases(sorted, imports, named, collector);
  const { nodes, byId, parents } = named;
  return { nodes, byId, parents, edges: collector.columns() };
}

function addImports(
  imports: readonly (readonly ResolvedImport[])[],
  { firstFile }: GraphNodes,
  collector: EdgeCollector,
): void {
  for (const [file, resolved] of imports.entries()) {
    collector.beginGroup();
    for (const { file: target } of resolved) {
      if (target !== file) collector.add('imports', firstFile + file, firstFile + target);
    }
  }
}

function addCalls(
  files: readonly StructuredFile[],
  imports: readonly (readonly ResolvedImport[])[],
  graph: GraphNodes,
  collector: EdgeCollector,
): void {
  const names = nameResolver(files, imports, graph, callable);
  for (const [file, { structure }] of files.entries()) {
    collector.beginGroup();
    const start = graph.symbolStarts[file] ?? 0;
    const beyond = oncePerKey((name: string) => names.beyond(file, name));
    for (const { caller, callee } of structure.calls) {
      const from = caller === undefined ? graph.firstFile + file : start + caller;
      // A call of the caller's own name is mostly not recursion: `super().save()` in `save`.
      const isOwnName = caller !== undefined && structure.symbols[caller]?.name === callee;
      const within = isOwnName
        ? []
        : nearestSiblings(names.within(file, callee), caller, structure.symbols, start);
      const targets = within.length > 0 ? within : beyond(callee);
      if (targets.length > mostCandidates) continue;
      for (const target of targets) collector.add('calls', from, target);
    }
  }
}

/** Among a file's definitions of one name, those in the caller's container or in the caller itself; otherwise all. */
function nearestSiblings(
  candidates: readonly number[],
  caller: CodeCall['caller'],
  symbols: readonly CodeSymbol[],
  start: number,
): readonly number[] {
  const calling = caller === undefined ? undefined : symbols[caller];
  if (candidates.length < 2 || calling === undefined) return candidates;
  const places = [qualifiedName(calling), calling.container];
  const near = candidates.filter((node) => places.includes(symbols[node - start]?.container));
  return near.length > 0 ? near : candidates;
}

function addBases(
  files: readonly StructuredFile[],
  imports: readonly (readonly ResolvedImport[])[],
  graph: GraphNodes,
  collector: EdgeCollector,
): void {
  const names = nameResolver(files, imports, graph, inheritable);
  for (const [file, { structure }] of files.entries()) {
    collector.beginGroup();
    for (const [position, { name, bases = [] }] of structure.symbols.entries()) {
      const symbol = (graph.symbolStarts[file] ?? 0) + position;
      for (const target of bases.flatMap((base) => resolveBase(names, file, name, base))) {
        if (target !== symbol) collector.add('inherits', symbol, target);
      }
    }
  }
}

/** @param base as written, such as `other.Base`; a class may have the same name as its base */
function resolveBase(names: NameResolver, file: number, name: string, base: string): readonly number[] {
  const baseName = /[^.:\\]*$/.exec(base)?.[0] ?? '';
  const within = baseName === name ? [] : names.within(file, baseName);
  const targets = within.length > 0 ? within : names.beyond(file, baseName);
  return targets.length > mostCandidates ? [] : targets;
}

interface TraverseGraphOptions extends Pick<CodeTraversal, 'direction' | 'depth' | 'kinds'> {
  /** Maximum number of nodes, including the start. */
  readonly limit: number;
}

type ReachedGraph = Pick<CodeTraversal, 'nodes' | 'edges' | 'omitted'>;

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
