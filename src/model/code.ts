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

/** A definition in a file. Lines count from 1, both ends inclusive. */
export interface CodeSymbol {
  readonly name: string;
  readonly kind: SymbolKind;
  /** Name of the enclosing symbol, such as a method's class; nested names are joined by dots. */
  readonly container?: string;
  readonly startLine: number;
  readonly endLine: number;
  /** Names of the types it extends or implements, as written, without type arguments. */
  readonly bases?: readonly string[];
  /** First paragraph of its documentation. */
  readonly documentation?: string;
}

/** The fields of a symbol that a search reads: its place and what it is. */
export type SymbolOutline = Pick<CodeSymbol, 'name' | 'kind' | 'container' | 'startLine' | 'endLine'>;

/** A module that a file imports: `from a.b import c as d` is `{ module: 'a.b', names: ['c'] }`. */
export interface CodeImport {
  /** As written: dotted, a path, relative dots included. */
  readonly module: string;
  /** Names imported from it; empty when the module itself is imported. */
  readonly names: readonly string[];
  readonly line: number;
}

/** A call by name: `self.writer.write(x)` is a call of `write`. Each caller keeps a name once, at its first call. */
export interface CodeCall {
  /** Position of the calling symbol in {@link CodeStructure.symbols}; absent at the top of the file. */
  readonly caller?: number;
  readonly callee: string;
  readonly line: number;
}

/** What one file's text alone tells of its structure. */
export interface CodeStructure {
  /** How the file was read. `none`: as plain text only. */
  readonly parser: 'syntax' | 'pattern' | 'none';
  readonly symbols: readonly CodeSymbol[];
  readonly imports: readonly CodeImport[];
  readonly calls: readonly CodeCall[];
  /** Documentation of the file as a whole: its docstring or top comment, without licence texts. */
  readonly documentation?: string;
  /** The parser met invalid syntax and skipped it. */
  readonly hasErrors: boolean;
}
