import {
  type CodeEdgeKind,
  type CodeNode,
  type CodeSymbol,
  codeEdgeKinds,
  qualifiedName,
  type SymbolKind,
} from '../model/code.ts';
import { folderOf, pathRole } from '../text/path-role.ts';
import { appendTo, baseName, type ResolvedImport } from './index-paths.ts';
import { familyOf, type LanguageFamily, type StructuredFile } from './resolve-imports.ts';

/** Nodes of a tree by number, and the range of each file's symbols. */
export interface GraphNodes {
  /** Directories, files, then symbols, each by path; symbols in the order of their file. */
  readonly nodes: readonly CodeNode[];
  readonly byId: ReadonlyMap<string, number>;
  /** Number of the directory or symbol that contains a node; -1 for the top. */
  readonly parents: Int32Array;
  /** Number of the node of the first file; those of the others follow. */
  readonly firstFile: number;
  /** Number of each file's first symbol node, plus a last entry for the end. */
  readonly symbolStarts: Uint32Array;
}

/** @param files sorted by path, each once */
export function graphNodes(files: readonly StructuredFile[]): GraphNodes {
  const directories = [...directoriesOf(files)].sort();
  const nodes: CodeNode[] = directories.map(directoryNode);
  const firstFile = nodes.length;
  for (const { path } of files) nodes.push({ id: `file:${path}`, kind: 'file', path, name: baseName(path) });
  const symbolStarts = new Uint32Array(files.length + 1);
  for (const [file, { path, structure }] of files.entries()) {
    symbolStarts[file] = nodes.length;
    const seen = new Map<string, number>();
    for (const symbol of structure.symbols) nodes.push(symbolNode(path, symbol, seen));
  }
  symbolStarts[files.length] = nodes.length;
  const byId = new Map(nodes.map(({ id }, node) => [id, node]));
  const parents = new Int32Array(nodes.length).fill(-1);
  for (const [node, { path, kind }] of nodes.slice(0, firstFile + files.length).entries()) {
    const isTop = kind === 'directory' && path === '.';
    if (!isTop) parents[node] = byId.get(directoryId(folderOf(path))) ?? -1;
  }
  for (const [file, { structure }] of files.entries()) {
    placeSymbols(structure.symbols, symbolStarts[file] ?? 0, firstFile + file, parents);
  }
  return { nodes, byId, parents, firstFile, symbolStarts };
}

function directoriesOf(files: readonly StructuredFile[]): ReadonlySet<string> {
  const directories = new Set(['']);
  for (const { path } of files) {
    let directory = folderOf(path);
    while (!directories.has(directory)) {
      directories.add(directory);
      directory = folderOf(directory);
    }
  }
  return directories;
}

function directoryId(directory: string): string {
  return `dir:${directory === '' ? '.' : directory}`;
}

function directoryNode(directory: string): CodeNode {
  const path = directory === '' ? '.' : directory;
  return { id: directoryId(directory), kind: 'directory', path, name: baseName(path) };
}

/** @param seen number of earlier occurrences of each name in the file */
function symbolNode(path: string, symbol: CodeSymbol, seen: Map<string, number>): CodeNode {
  const name = qualifiedName(symbol);
  const count = (seen.get(name) ?? 0) + 1;
  seen.set(name, count);
  const { kind, startLine, endLine, documentation } = symbol;
  return {
    id: `symbol:${path}#${name}${count === 1 ? '' : `~${count}`}`,
    kind,
    path,
    name,
    startLine,
    endLine,
    ...(documentation === undefined ? {} : { documentation }),
  };
}

/**
 * Puts each symbol into its container; among several containers of that name, into the enclosing one; without a
 * container, into the file.
 */
function placeSymbols(
  symbols: readonly CodeSymbol[],
  start: number,
  fileNode: number,
  parents: Int32Array,
): void {
  const byName = Map.groupBy(symbols.keys(), (position) => qualifiedName(symbols[position] as CodeSymbol));
  for (const [position, symbol] of symbols.entries()) {
    const candidates = symbol.container === undefined ? [] : (byName.get(symbol.container) ?? []);
    const around = candidates.find((candidate) => contains(symbols[candidate], symbol)) ?? candidates[0];
    parents[start + position] = around === undefined ? fileNode : start + around;
  }
}

function contains(outer: CodeSymbol | undefined, inner: CodeSymbol): boolean {
  return outer !== undefined && outer.startLine <= inner.startLine && inner.endLine <= outer.endLine;
}

/** Edges in columns. Node `n` has the outgoing edges `out.edges[out.offsets[n] … out.offsets[n + 1] - 1]`; likewise `in`. */
export interface EdgeColumns {
  readonly from: Uint32Array;
  readonly to: Uint32Array;
  /** Position in `codeEdgeKinds`. */
  readonly kinds: Uint8Array;
  readonly counts: Uint32Array;
  readonly out: EdgeLists;
  readonly in: EdgeLists;
}

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

/** A name with more definitions in the tree stays unresolved, because a guess would mostly be wrong. */
export const mostCandidates = 5;
/** Number of files through which re-exports are followed. */
const mostFilesAsked = 50;
/** Languages with transitive imports: including `a.h`, which includes `b.h`, gives the names of `b.h` too. */
const transitiveFamilies: ReadonlySet<LanguageFamily> = new Set(['script', 'c', 'ruby']);

/** Resolves a name in a file to the nodes that it may refer to; none when it cannot be resolved. */
export interface NameResolver {
  /** Definitions in the file itself. */
  within(file: number, name: string): readonly number[];
  /**
   * Definitions in files that it imports; if there are none, all definitions in its language family, as long as they
   * are few.
   */
  beyond(file: number, name: string): readonly number[];
}

/** @param kinds of definitions that a name can stand for */
export function nameResolver(
  files: readonly StructuredFile[],
  imports: readonly (readonly ResolvedImport[])[],
  graph: GraphNodes,
  kinds: ReadonlySet<SymbolKind>,
): NameResolver {
  const families = files.map(({ path }) => familyOf(path));
  const isTest = files.map(({ path }) => pathRole(path) === 'test');
  const definitions = indexDefinitions(files, graph, kinds);
  const within = (file: number, name: string) => definitions.byFile[file]?.get(name) ?? [];

  const imported = (start: number, name: string): readonly number[] => {
    const asked = new Set([start]);
    const waiting = targets(imports[start] ?? [], name, true);
    for (
      let file = waiting.shift();
      file !== undefined && asked.size < mostFilesAsked;
      file = waiting.shift()
    ) {
      if (asked.has(file)) continue;
      asked.add(file);
      const found = within(file, name);
      if (found.length > 0) return found;
      waiting.push(...targets(imports[file] ?? [], name, transitiveFamilies.has(families[file] ?? 'other')));
    }
    return [];
  };
  const anywhere = (file: number, name: string): readonly number[] => {
    const all = definitions.everywhere.get(name) ?? [];
    if (all.length > 4 * mostCandidates) return [];
    // Tests define fakes of everything, which only tests use.
    const fitting = all.filter(({ file: other }) => {
      return other !== file && families[other] === families[file] && (isTest[file] || !isTest[other]);
    });
    return fitting.length > mostCandidates ? [] : fitting.map(({ node }) => node);
  };
  return {
    within,
    beyond(file, name) {
      const found = imported(file, name);
      return found.length > 0 ? found : anywhere(file, name);
    },
  };
}

/** Files that a name may come from: those from which it is imported, or else those imported as a whole. */
function targets(imports: readonly ResolvedImport[], name: string, wholeFiles: boolean): number[] {
  const named = imports.filter(({ names }) => names.includes(name));
  if (named.length > 0) return named.map(({ file }) => file);
  return imports
    .filter(({ names }) => (names.length === 0 && wholeFiles) || names.includes('*'))
    .map(({ file }) => file);
}

/** Languages in which a later definition replaces earlier ones of the same name, which mostly declare overloads. */
const replacingFamilies: ReadonlySet<LanguageFamily> = new Set(['python', 'script', 'ruby']);

/** Nodes by name: of each file, and everywhere. */
function indexDefinitions(
  files: readonly StructuredFile[],
  { nodes, symbolStarts }: GraphNodes,
  kinds: ReadonlySet<SymbolKind>,
) {
  const everywhere = new Map<string, { file: number; node: number }[]>();
  const byFile = files.map(({ path, structure }, file) => {
    const start = symbolStarts[file] ?? 0;
    const replaces = replacingFamilies.has(familyOf(path));
    const last = new Map(structure.symbols.map((_, position) => [nodes[start + position]?.name, position]));
    const inFile = new Map<string, number[]>();
    for (const [position, { name, kind }] of structure.symbols.entries()) {
      const node = start + position;
      if (!kinds.has(kind) || (replaces && last.get(nodes[node]?.name) !== position)) continue;
      appendTo(inFile, name, node);
      appendTo(everywhere, name, { file, node });
    }
    return inFile;
  });
  return { byFile, everywhere };
}
