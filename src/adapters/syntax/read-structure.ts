import type { Node, Tree } from 'web-tree-sitter';
import type { CodeCall, CodeImport, CodeStructure } from '../../model/code.ts';
import { topComment, topDocstring } from '../../text/code-comments.ts';
import { readCallee, sortCaptures, textOf } from './captures.ts';
import type { LanguageRules } from './languages/languages.ts';
import type { Grammar } from './load-grammar.ts';
import { type PlacedSymbol, placeSymbols } from './place-symbols.ts';

/** Longest import statement read, and the text looked at around a call that imports. */
const longestImportCharacters = 20_000;
const aroundCallCharacters = 500;
/** More matches than this in progress at once: such text was made to be slow. */
const mostOpenMatches = 10_000;

/**
 * Reads the structure of a text.
 * @returns `undefined` when the text could not be read within the time.
 */
export function readStructure(text: string, grammar: Grammar, limitMs: number): CodeStructure | undefined {
  const isOver = makeDeadline(limitMs);
  const tree = grammar.parser.parse(text, null, { progressCallback: isOver });
  if (tree === null) {
    // Without a reset, the next file would go on where this one stopped.
    grammar.parser.reset();
    return undefined;
  }
  try {
    return readTree(tree, text, grammar, isOver);
  } finally {
    tree.delete();
  }
}

/** Asked every few steps of the parser: the clock is read only now and then. */
function makeDeadline(limitMs: number): () => boolean {
  const endsAtMs = performance.now() + limitMs;
  let asked = 0;
  let isOver = false;
  return () => {
    asked += 1;
    if ((asked & 63) === 0) isOver = performance.now() > endsAtMs;
    return isOver;
  };
}

function readTree(
  tree: Tree,
  text: string,
  grammar: Grammar,
  isOver: () => boolean,
): CodeStructure | undefined {
  const { rootNode } = tree;
  let wasStopped = false;
  const progressCallback = () => {
    wasStopped = isOver();
    return wasStopped;
  };
  const options = { matchLimit: mostOpenMatches, progressCallback };
  const matches = grammar.query.matches(rootNode, options);
  if (wasStopped) return undefined;
  const rootMatches = grammar.rootQuery?.matches(rootNode, { ...options, maxStartDepth: 0 }) ?? [];
  if (wasStopped) return undefined;
  const { rules } = grammar;
  const captures = sortCaptures([...matches, ...rootMatches]);
  const placed = placeSymbols(captures, text, rules);
  const called = readCalls(captures.calls, placed, text, rules);
  const documentation = (rules.docstrings && topDocstring(text)) ?? topComment(text, rules.comments);
  return {
    parser: 'syntax',
    symbols: placed.map(({ symbol }) => symbol),
    imports: [...captures.imports.flatMap((node) => readImport(node, text, rules)), ...called.imports].sort(
      (one, other) => one.line - other.line,
    ),
    calls: called.calls,
    ...(documentation !== undefined && { documentation }),
    hasErrors: rootNode.hasError,
  };
}

function readImport(node: Node, text: string, rules: LanguageRules): readonly CodeImport[] {
  const statement = textOf(node, text).slice(0, longestImportCharacters);
  const line = node.startPosition.row + 1;
  return rules.readImport(statement).map((imported) => ({ ...imported, line }));
}

/** Calls, each name once for each caller, and the imports among them. */
function readCalls(
  nodes: readonly Node[],
  placed: readonly PlacedSymbol[],
  text: string,
  rules: LanguageRules,
): { readonly calls: readonly CodeCall[]; readonly imports: readonly CodeImport[] } {
  const calls: CodeCall[] = [];
  const imports: CodeImport[] = [];
  const known = new Map<number, Set<string>>();
  const findCaller = makeCallerFinder(placed);
  for (const node of nodes) {
    const callee = readCallee(textOf(node, text));
    if (callee === undefined) continue;
    const at = node.startIndex;
    const caller = findCaller(at);
    const line = node.startPosition.row + 1;
    if (rules.importCalls?.has(callee)) {
      const before = text.slice(Math.max(0, at - aroundCallCharacters), at);
      const call = text.slice(at, at + aroundCallCharacters);
      imports.push(...(rules.readImportCall?.(before, call) ?? []).map((each) => ({ ...each, line })));
      continue;
    }
    const callees = known.get(caller) ?? new Set();
    if (callees.has(callee)) continue;
    known.set(caller, callees.add(callee));
    calls.push({ ...(caller >= 0 && { caller }), callee, line });
  }
  return { calls, imports };
}

/** Finds the innermost symbol around a place, -1 for none. Places must be asked for in ascending order. */
function makeCallerFinder(placed: readonly PlacedSymbol[]): (at: number) => number {
  const open: number[] = [];
  let next = 0;
  return (at) => {
    for (; next < placed.length && (placed[next]?.start ?? 0) <= at; next += 1) open.push(next);
    while ((placed[open.at(-1) ?? -1]?.end ?? Number.POSITIVE_INFINITY) <= at) open.pop();
    return open.at(-1) ?? -1;
  };
}
