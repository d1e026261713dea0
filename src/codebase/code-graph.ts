import { type CodeCall, type CodeSymbol, qualifiedName, type SymbolKind } from '../model/code.ts';
import {
  type EdgeCollector,
  type EdgeColumns,
  edgeCollector,
  mostCandidates,
  type NameResolver,
  nameResolver,
} from './code-graph-edges.ts';
import { type GraphNodes, graphNodes } from './code-graph-nodes.ts';
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
    const beyond = remembering((name) => names.beyond(file, name));
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

function remembering<T>(compute: (name: string) => T): (name: string) => T {
  const known = new Map<string, T>();
  return (name) => {
    const before = known.get(name);
    if (before !== undefined) return before;
    const value = compute(name);
    known.set(name, value);
    return value;
  };
}
