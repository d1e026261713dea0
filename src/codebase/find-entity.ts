import type { CodeNode, CodeNodeKind } from '../model/code.ts';
import { dice } from '../text/likeness.ts';
import { pathRole } from '../text/path-role.ts';
import type { CodeGraph } from './code-graph.ts';
import { endsWithPath, withoutExtension } from './index-paths.ts';

type Matches = (node: CodeNode) => boolean;

/**
 * Finds the nodes that a name refers to. Tries the following in order, and the first with a result wins: the id of a
 * node; a path; the exact name of a symbol, alone, with its container (`Writer.write`, `Writer::write`) or with its
 * file before it (`io.py:Writer`, `package.io.Writer`); the end of a path; any of these without regard to case.
 * @returns numbers of nodes, the most likely first; without any, nodes with similar names
 */
export function findEntity(graph: CodeGraph, name: string) {
  const asked = name.trim();
  const byId = graph.byId.get(asked);
  if (byId !== undefined) return { matches: [byId], suggestions: [] };
  const path = asked
    .replace(/^(?:file|dir|symbol):/, '')
    .replace(/^\.\//, '')
    .replace(/(?<=.)\/+$/, '');
  const { file, symbol } = splitName(path);
  const dotted = symbol.replaceAll(/::|[\\#:]/g, '.');
  const rules: readonly Matches[] = [
    (node) => isPlace(node.kind) && node.path === path,
    (node) => matchesSymbol(node, file, dotted),
    (node) => isPlace(node.kind) && file === undefined && endsWithPath(node.path, path),
    (node) => matchesSymbol(lowerCase(node), file?.toLowerCase(), dotted.toLowerCase()),
    (node) =>
      isPlace(node.kind) && file === undefined && endsWithPath(node.path.toLowerCase(), path.toLowerCase()),
  ];
  for (const matches of asked === '' ? [] : rules) {
    const found = [...graph.nodes.keys()].filter((number) => matches(graph.nodes[number] as CodeNode));
    if (found.length > 0) return { matches: mostImportantFirst(graph, found), suggestions: [] };
  }
  return { matches: [], suggestions: suggestEntities(graph.nodes, lastPart(dotted)) };
}

/** `io.py:Writer` and `io.py#Writer` name a symbol of a file; `Writer#write` one of a class. */
function splitName(name: string): { readonly file?: string; readonly symbol: string } {
  const [, file, symbol] = /^(.+?)(?:#|(?<!:):(?!:))(.+)$/s.exec(name) ?? [];
  return file === undefined || symbol === undefined || !/[./]/.test(file)
    ? { symbol: name }
    : { file, symbol };
}

function isPlace(kind: CodeNodeKind): boolean {
  return kind === 'file' || kind === 'directory';
}

function matchesSymbol(node: CodeNode, file: string | undefined, dotted: string): boolean {
  if (isPlace(node.kind)) return false;
  // Cheapest test first, because nearly every node fails it.
  if (!endsWithName(node.name, lastPart(dotted))) return false;
  if (file !== undefined) return endsWithPath(node.path, file) && endsWithName(node.name, dotted);
  if (endsWithName(node.name, dotted)) return true;
  const module = withoutExtension(node.path)
    .replace(/\/(?:__init__|index|mod)$/, '')
    .replaceAll('/', '.');
  return endsWithName(`${module}.${node.name}`, dotted);
}

function endsWithName(name: string, end: string): boolean {
  return name.endsWith(end) && (name.length === end.length || name.at(-end.length - 1) === '.');
}

function lastPart(dotted: string): string {
  return dotted.slice(Math.max(dotted.lastIndexOf('.'), dotted.lastIndexOf('/')) + 1);
}

function lowerCase(node: CodeNode): CodeNode {
  return { ...node, name: node.name.toLowerCase(), path: node.path.toLowerCase() };
}

const kindOrder: readonly CodeNodeKind[] = [
  ...(['file', 'directory', 'class', 'interface', 'function', 'enum'] as const),
  ...(['type', 'module', 'method', 'constant'] as const),
];

/** Product code before tests, types before members, much-used symbols before others. */
function mostImportantFirst({ nodes, edges }: CodeGraph, found: readonly number[]): readonly number[] {
  const ranked = found.map((number) => {
    const { kind, path } = nodes[number] as CodeNode;
    const { offsets } = edges.in;
    const uses = (offsets[number + 1] ?? 0) - (offsets[number] ?? 0);
    return { number, isTest: pathRole(path) === 'test' ? 1 : 0, order: kindOrder.indexOf(kind), uses };
  });
  ranked.sort((a, b) => a.isTest - b.isTest || a.order - b.order || b.uses - a.uses || a.number - b.number);
  return ranked.map(({ number }) => number);
}

const mostSuggestions = 5;
/** Share of letter pairs that two similar names must have in common. */
const leastLikeness = 0.4;
const longestName = 200;

/** Nodes whose names are most similar to a name, by letter pairs (Dice's coefficient); one node for each name. */
function suggestEntities(nodes: readonly CodeNode[], name: string): readonly number[] {
  const wanted = letterPairs(name);
  if (wanted.size === 0) return [];
  const best = new Map<string, { readonly node: number; readonly likeness: number }>();
  for (const [node, { name: full, kind }] of nodes.entries()) {
    const own = kind === 'file' || kind === 'directory' ? full : full.slice(full.lastIndexOf('.') + 1);
    if (best.has(own)) continue;
    const likeness = compare(wanted, letterPairs(own));
    if (likeness >= leastLikeness) best.set(own, { node, likeness });
  }
  return [...best.values()]
    .sort((a, b) => b.likeness - a.likeness || a.node - b.node)
    .slice(0, mostSuggestions)
    .map(({ node }) => node);
}

function compare(a: ReadonlySet<string>, b: ReadonlySet<string>): number {
  // Skip early: with this difference in length, no overlap can reach the threshold.
  if (2 * Math.min(a.size, b.size) < leastLikeness * (a.size + b.size)) return 0;
  return dice(a, b);
}

function letterPairs(name: string): ReadonlySet<string> {
  const text = ` ${name.slice(0, longestName).toLowerCase().replace(/[_-]/g, '')} `;
  const pairs = new Set<string>();
  for (let at = 0; at + 1 < text.length; at++) pairs.add(text.slice(at, at + 2));
  return name === '' ? new Set() : pairs;
}
