import type { SymbolKind } from './code.ts';
import type { CommitId } from './commit.ts';

export type CodeNodeKind = 'directory' | 'file' | SymbolKind;

/** How one node leads to another: `contains` forms a tree, the others any graph. */
export const codeEdgeKinds = ['contains', 'imports', 'calls', 'inherits'] as const;

export type CodeEdgeKind = (typeof codeEdgeKinds)[number];

/** A directory, a file, or something that a file defines. */
export interface CodeNode {
  /**
   * `dir:src`, `file:src/io.py` or `symbol:src/io.py#Writer.write`; the top of the repository is `dir:.`. Of several
   * definitions of one name in a file, all but the first end in `~2`, `~3` ….
   */
  readonly id: string;
  readonly kind: CodeNodeKind;
  /** File or directory it is, or stands in. */
  readonly path: string;
  /** Last part of the path, or the name with what it stands in: `Writer.write`. */
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
  /** How often: calls in the code of `from`, for example. */
  readonly count: number;
}

/** `out`: what a node contains, imports, calls or inherits from; `in`: what does so with it. */
export const traverseDirections = ['out', 'in', 'both'] as const;

export type TraverseDirection = (typeof traverseDirections)[number];

export interface ReachedNode extends CodeNode {
  /** Edges on the shortest way from the start. */
  readonly distance: number;
}

/** A part of the code graph around one node: TraverseGraph of the repository-memory paper. */
export interface CodeTraversal {
  /** `unknown`: nothing has the name that was asked for; {@link alternatives} are the nearest names. */
  readonly kind: 'traversed' | 'unknown';
  /** The start first, then by distance. */
  readonly nodes: readonly ReachedNode[];
  /** Every edge of the asked-for kinds between these nodes. */
  readonly edges: readonly CodeEdge[];
  /** Nodes within the depth that the limit left out. */
  readonly omitted: number;
  readonly direction: TraverseDirection;
  readonly depth: number;
  readonly kinds: readonly CodeEdgeKind[];
  /** Other nodes of the name that was asked for. */
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
  /** Neighbours of this relation, those beyond the limit included. */
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
    /** Lines left out at the end by the size limit. */
    readonly omittedLines: number;
  };
  readonly neighbours: readonly NeighbourGroup[];
}

/** What a name stands for: RetrieveEntity of the repository-memory paper. */
export interface EntityView {
  /** `unknown`: nothing has that name; {@link alternatives} are the nearest names. */
  readonly kind: 'found' | 'unknown';
  /** As it was asked for. */
  readonly name: string;
  readonly entities: readonly CodeEntity[];
  /** More nodes of that name than are shown in full. */
  readonly alternatives: readonly CodeNode[];
  readonly asOf: CommitId;
}
