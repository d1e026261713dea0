import type { CodeStructure, SyntaxLanguage } from '../model/code.ts';

/** Reads the structure of source text. Never throws: it leaves out what it cannot parse and sets `hasErrors`. */
export interface SyntaxParser {
  /**
   * Structure of one file. Loads the language's grammar on first use. Several calls may run in parallel. `parser:
   * 'none'` when parsing was given up (`hasErrors` is true) or the grammar could not be loaded (`hasErrors` is false);
   * the caller can then fall back on patterns.
   */
  parse(text: string, language: SyntaxLanguage): Promise<CodeStructure>;
  close(): void;
}
