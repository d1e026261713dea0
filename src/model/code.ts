import type { CommitId } from './repository.ts';

/** Languages whose structure is read from a syntax tree. */
export type SyntaxLanguage =
  | 'python'
  | 'typescript'
  | 'tsx'
  | 'javascript'
  | 'go'
  | 'rust'
  | 'java'
  | 'kotlin'
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

/** Name of a symbol with its container: `Writer.write`. */
export function qualifiedName(symbol: {
  readonly name: string;
  readonly container?: string | undefined;
}): string {
  const { container, name } = symbol;
  return container === undefined ? name : `${container}.${name}`;
}

/** The fields of a symbol that a search reads: its place, name and kind. */
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

/** Structure that one file's text alone tells. */
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

/** Structure of a text that was not read. */
export const noStructure: CodeStructure = {
  parser: 'none',
  symbols: [],
  imports: [],
  calls: [],
  hasErrors: false,
};

export type CodeNodeKind = 'directory' | 'file' | SymbolKind;

/** How one node leads to another: `contains` forms a tree, the others any graph. */
export const codeEdgeKinds = ['contains', 'imports', 'calls', 'inherits'] as const;

export type CodeEdgeKind = (typeof codeEdgeKinds)[number];

/** A directory, a file, or something that a file defines. */
export interface CodeNode {
  /**
   * `dir:src`, `file:src/io.py` or `symbol:src/io.py#Writer.write`; the top of the repository is `dir:.`. When a file
   * defines a name several times, the ids after the first end in `~2`, `~3` ….
   */
  readonly id: string;
  readonly kind: CodeNodeKind;
  /** The file or directory itself, or the file that contains the symbol. */
  readonly path: string;
  /** Last part of the path, or the symbol's name with its container: `Writer.write`. */
  readonly name: string;
  /** Lines of a symbol, from 1, both ends inclusive. */
  readonly startLine?: number;
  readonly endLine?: number;
  readonly documentation?: string;
}

export interface CodeEdge {
  readonly kind: CodeEdgeKind;
  /** Ids of nodes. */
  readonly from: string;
  readonly to: string;
  /** Number of occurrences, such as calls in the code of `from`. */
  readonly count: number;
}

/** `out`: nodes that a node contains, imports, calls or inherits from; `in`: nodes that do so to it. */
export const traverseDirections = ['out', 'in', 'both'] as const;

export type TraverseDirection = (typeof traverseDirections)[number];

export interface ReachedNode extends CodeNode {
  /** Number of edges on the shortest path from the start. */
  readonly distance: number;
}

/** A part of the code graph around one node: TraverseGraph of the repository-memory paper. */
export interface CodeTraversal {
  /** `unknown`: no node has the requested name; {@link alternatives} are the nearest names. */
  readonly kind: 'traversed' | 'unknown';
  /** The start first, then by distance. */
  readonly nodes: readonly ReachedNode[];
  /** Every edge of the requested kinds between these nodes. */
  readonly edges: readonly CodeEdge[];
  /** Number of nodes within the depth that the limit left out. */
  readonly omitted: number;
  readonly direction: TraverseDirection;
  readonly depth: number;
  readonly kinds: readonly CodeEdgeKind[];
  /** Other nodes with the requested name. */
  readonly alternatives: readonly CodeNode[];
  readonly asOf: CommitId;
}

export type NeighbourRelation =
  | 'contained_by'
  | 'contains'
  | 'inherits'
  | 'inherited_by'
  | 'calls'
  | 'called_by'
  | 'imports'
  | 'imported_by';

export interface NeighbourGroup {
  readonly relation: NeighbourRelation;
  /** Most frequent first. */
  readonly nodes: readonly CodeNode[];
  /** Number of neighbours in this relation, including those beyond the limit. */
  readonly total: number;
}

/** A node in full. */
export interface CodeEntity {
  readonly node: CodeNode;
  /** Absent for a directory, and when the file's content cannot be read. */
  readonly source?: {
    readonly text: string;
    /** From 1. */
    readonly startLine: number;
    /** Number of lines that the size limit cut from the end. */
    readonly omittedLines: number;
  };
  readonly neighbours: readonly NeighbourGroup[];
}

/** Entity that a name stands for: RetrieveEntity of the repository-memory paper. */
export interface EntityView {
  /** `unknown`: no node has that name; {@link alternatives} are the nearest names. */
  readonly kind: 'found' | 'unknown';
  /** As it was asked for. */
  readonly name: string;
  readonly entities: readonly CodeEntity[];
  /** Further nodes with that name, not shown in full. */
  readonly alternatives: readonly CodeNode[];
  readonly asOf: CommitId;
}
