import type { CodeStructure } from '../model/code.ts';
import type { SyntaxParser } from '../ports/syntax-parser.ts';
import { languageOf } from '../text/language-of.ts';
import { readByPattern } from './read-by-pattern.ts';

/** Structure of a file: from its syntax tree if a grammar exists and parsing succeeds, otherwise by patterns. */
export async function readStructure(
  parser: SyntaxParser,
  path: string,
  text: string,
): Promise<CodeStructure> {
  const language = languageOf(path);
  const structure = language === undefined ? undefined : await parser.parse(text, language);
  return structure === undefined || structure.parser === 'none' ? readByPattern(text, path) : structure;
}
