import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Parser, Query } from 'web-tree-sitter';
import type { SyntaxLanguage } from '../../model/code.ts';
import { type LanguageRules, languages } from './languages/languages.ts';

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
