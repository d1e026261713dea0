import type { CodeStructure, SyntaxLanguage } from '../model/code.ts';

/** Reads the structure of source text. Never throws on any text: what it cannot read it leaves out and says so. */
export interface SyntaxParser {
  /**
   * Structure of one file. Loads the language's grammar when first asked for it. Texts given at once may be read at once.
   * `parser: 'none'` when the text was given up (`hasErrors`) or its grammar could not be loaded (no `hasErrors`): what
   * patterns can tell of it is then for the caller to read.
   */
  parse(text: string, language: SyntaxLanguage): Promise<CodeStructure>;
  close(): void;
}
