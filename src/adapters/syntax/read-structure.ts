import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Node, Parser, Query, Tree } from 'web-tree-sitter';
import type { CodeCall, CodeImport, CodeStructure, SyntaxLanguage } from '../../model/code.ts';
import { topComment, topDocstring } from '../../text/code-comments.ts';
import { readCallee, sortCaptures, textOf } from './captures.ts';
import { type LanguageRules, languages } from './languages/languages.ts';
import { type PlacedSymbol, placeSymbols } from './place-symbols.ts';

export interface Grammar {
  readonly parser: Parser;
  readonly query: Query;
  readonly rootQuery: Query | undefined;
  readonly rules: LanguageRules;
}

/** The parser has one memory per thread, and that is set up once. */
let runtime: Promise<typeof import('web-tree-sitter')> | undefined;

/**
 * Loads a grammar and compiles its query.
 * @throws Error When a file is missing or of a version that does not fit.
 */
export async function loadGrammar(language: SyntaxLanguage, folder?: string): Promise<Grammar> {
  const binary = await readFile(findGrammarFile(grammarFiles[language], folder));
  runtime ??= startRuntime(folder);
  const { Language, Parser, Query } = await runtime;
  const loaded = await Language.load(binary);
  const rules = languages[language];
  const parser = new Parser();
  try {
    parser.setLanguage(loaded);
    const rootQuery = rules.rootQuery === undefined ? undefined : new Query(loaded, rules.rootQuery);
    return { parser, query: new Query(loaded, rules.query), rootQuery, rules };
  } catch (error) {
    parser.delete();
    throw error;
  }
}

async function startRuntime(folder: string | undefined) {
  // Eager reading keeps the library from looking for the file by itself, in places of its own.
  const wasmBinary = await readFile(findGrammarFile(runtimeFile, folder));
  const library = await import('web-tree-sitter');
  await library.Parser.init({ wasmBinary });
  return library;
}

/** The WebAssembly file of a grammar, as its package holds it. */
export const grammarFiles: Readonly<Record<SyntaxLanguage, string>> = {
  python: 'tree-sitter-python/tree-sitter-python.wasm',
  typescript: 'tree-sitter-typescript/tree-sitter-typescript.wasm',
  tsx: 'tree-sitter-typescript/tree-sitter-tsx.wasm',
  javascript: 'tree-sitter-javascript/tree-sitter-javascript.wasm',
  go: 'tree-sitter-go/tree-sitter-go.wasm',
  rust: 'tree-sitter-rust/tree-sitter-rust.wasm',
  java: 'tree-sitter-java/tree-sitter-java.wasm',
  kotlin: '@tree-sitter-grammars/tree-sitter-kotlin/tree-sitter-kotlin.wasm',
  c: 'tree-sitter-c/tree-sitter-c.wasm',
  cpp: 'tree-sitter-cpp/tree-sitter-cpp.wasm',
  csharp: 'tree-sitter-c-sharp/tree-sitter-c_sharp.wasm',
  ruby: 'tree-sitter-ruby/tree-sitter-ruby.wasm',
  php: 'tree-sitter-php/tree-sitter-php.wasm',
};

export const runtimeFile = 'web-tree-sitter/web-tree-sitter.wasm';

/**
 * Where a WebAssembly file is: in the published package all lie in `grammars/`; sources find them in `node_modules`.
 * @param file `package/name`, as in {@link grammarFiles}.
 * @param folder Where to look instead.
 */
function findGrammarFile(file: string, folder?: string): string {
  const name = file.slice(file.lastIndexOf('/') + 1);
  if (folder !== undefined) return join(folder, name);
  const published = ['./grammars/', '../grammars/']
    .map((place) => fileURLToPath(new URL(place + name, import.meta.url)))
    .find((path) => existsSync(path));
  return published ?? fileURLToPath(import.meta.resolve(file));
}

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
) {
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
