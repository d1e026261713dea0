import { type CodeNode, type CodeSymbol, qualifiedName } from '../model/code.ts';
import { baseName, directoryOf } from './index-paths.ts';
import type { StructuredFile } from './resolve-imports.ts';

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
  const directories = [...directoriesOf(files)].sort(byCodeUnit);
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
    if (!isTop) parents[node] = byId.get(directoryId(directoryOf(path))) ?? -1;
  }
  for (const [file, { structure }] of files.entries()) {
    placeSymbols(structure.symbols, symbolStarts[file] ?? 0, firstFile + file, parents);
  }
  return { nodes, byId, parents, firstFile, symbolStarts };
}

function directoriesOf(files: readonly StructuredFile[]): ReadonlySet<string> {
  const directories = new Set(['']);
  for (const { path } of files) {
    let directory = directoryOf(path);
    while (!directories.has(directory)) {
      directories.add(directory);
      directory = directoryOf(directory);
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

function byCodeUnit(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}
