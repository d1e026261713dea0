/** Languages whose structure is read from a syntax tree. */
export type SyntaxLanguage =
  | 'python'
  | 'typescript'
  | 'tsx'
  | 'javascript'
  | 'go'
  | 'rust'
  | 'java'
  | 'c'
  | 'cpp'
  | 'csharp'
  | 'ruby'
  | 'php';

export type SymbolKind =
  | 'class'
  | 'interface'
  | 'enum'
  | 'type'
  | 'module'
  | 'function'
  | 'method'
  | 'constant';

/** Something a file defines. Lines count from 1, both ends inclusive. */
export interface CodeSymbol {
  readonly name: string;
  readonly kind: SymbolKind;
  /** Name of the symbol it stands in, such as a method's class; nested names are joined by dots. */
  readonly container?: string;
  readonly startLine: number;
  readonly endLine: number;
  /** Names of what it extends or implements, as written, without type arguments. */
  readonly bases?: readonly string[];
  /** First paragraph of its documentation. */
  readonly documentation?: string;
}

/** Where a symbol is, and what it is: all that a search looks at. */
export type SymbolOutline = Pick<CodeSymbol, 'name' | 'kind' | 'container' | 'startLine' | 'endLine'>;

/** A module that a file imports: `from a.b import c as d` is `{ module: 'a.b', names: ['c'] }`. */
export interface CodeImport {
  /** As written: dotted, a path, relative dots included. */
  readonly module: string;
  /** Names taken from it; empty when the module itself is. */
  readonly names: readonly string[];
  readonly line: number;
}

/** A call by name: `self.writer.write(x)` is a call of `write`. Of each caller a name is kept once, where it first stands. */
export interface CodeCall {
  /** Position of the calling symbol in {@link CodeStructure.symbols}; absent at the top of the file. */
  readonly caller?: number;
  readonly callee: string;
  readonly line: number;
}

/** What can be known of a file without its neighbours. */
export interface CodeStructure {
  /** How it was read. `none`: as text only. */
  readonly parser: 'syntax' | 'pattern' | 'none';
  readonly symbols: readonly CodeSymbol[];
  readonly imports: readonly CodeImport[];
  readonly calls: readonly CodeCall[];
  /** Documentation of the file as a whole: its docstring or top comment, without licence texts. */
  readonly documentation?: string;
  /** Syntax that could not be understood was passed over. */
  readonly hasErrors: boolean;
}
