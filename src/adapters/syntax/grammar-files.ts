import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { SyntaxLanguage } from '../../model/code.ts';

/** The WebAssembly file of a grammar, as its package holds it. */
export const grammarFiles: Readonly<Record<SyntaxLanguage, string>> = {
  python: 'tree-sitter-python/tree-sitter-python.wasm',
  typescript: 'tree-sitter-typescript/tree-sitter-typescript.wasm',
  tsx: 'tree-sitter-typescript/tree-sitter-tsx.wasm',
  javascript: 'tree-sitter-javascript/tree-sitter-javascript.wasm',
  go: 'tree-sitter-go/tree-sitter-go.wasm',
  rust: 'tree-sitter-rust/tree-sitter-rust.wasm',
  java: 'tree-sitter-java/tree-sitter-java.wasm',
  c: 'tree-sitter-c/tree-sitter-c.wasm',
  cpp: 'tree-sitter-cpp/tree-sitter-cpp.wasm',
  csharp: 'tree-sitter-c-sharp/tree-sitter-c_sharp.wasm',
  ruby: 'tree-sitter-ruby/tree-sitter-ruby.wasm',
  php: 'tree-sitter-php/tree-sitter-php.wasm',
};

/** The parser itself. */
export const runtimeFile = 'web-tree-sitter/web-tree-sitter.wasm';

/**
 * Where a WebAssembly file is: in the published package all lie in `grammars/`; sources find them in `node_modules`.
 * @param file `package/name`, as in {@link grammarFiles}.
 * @param folder Where to look instead.
 */
export function findGrammarFile(file: string, folder?: string): string {
  const name = file.slice(file.indexOf('/') + 1);
  if (folder !== undefined) return join(folder, name);
  const published = ['./grammars/', '../grammars/']
    .map((place) => fileURLToPath(new URL(place + name, import.meta.url)))
    .find((path) => existsSync(path));
  return published ?? fileURLToPath(import.meta.resolve(file));
}
