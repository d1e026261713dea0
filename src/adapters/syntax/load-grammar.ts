import { readFile } from 'node:fs/promises';
import type { Parser, Query } from 'web-tree-sitter';
import type { SyntaxLanguage } from '../../model/code.ts';
import { findGrammarFile, grammarFiles, runtimeFile } from './grammar-files.ts';
import type { LanguageRules } from './languages/language-rules.ts';
import { languages } from './languages/languages.ts';

/** A language ready to be read. */
export interface Grammar {
  readonly parser: Parser;
  readonly query: Query;
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
    return { parser, query: new Query(loaded, rules.query), rules };
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
