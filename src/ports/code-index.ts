import type { CodeStructure, SymbolOutline } from '../model/code.ts';
import type { TreeEntry } from '../model/repository.ts';
import type { PostingList } from './posting-list.ts';

/** What a search looks into: the text of chunks, or the names that a file defines. */
export type CodeField = 'chunk' | 'definition';

/** Why the text of a file is not indexed. */
export type SkipReason = 'not_code' | 'vendored' | 'huge' | 'binary' | 'generated' | 'unreadable';

/** A blob with what was read from it: the unit that the index stores, once for all paths it has. */
export interface IndexedBlob {
  readonly blobId: string;
  /** Set when the blob was not read. */
  readonly skipped?: SkipReason;
  readonly structure: CodeStructure;
  readonly chunks: readonly { readonly startLine: number; readonly terms: ReadonlyMap<string, number> }[];
  /** Terms of the names it defines, each name once. */
  readonly definitions: ReadonlyMap<string, number>;
  /** Its terms in text order, without compounds, as hashes (`text/hash-token.ts`). */
  readonly tokens: Uint16Array;
}

/** The code part of a repository's index. It stores blobs, and a tree is read through the blobs it contains. */
export interface CodeIndex {
  /** Those of `blobIds` that are not stored, each once. */
  unknownBlobs(blobIds: readonly string[]): readonly string[];
  /** Stores blobs in one transaction; blobs already stored are skipped. */
  appendBlobs(blobs: readonly IndexedBlob[]): void;
  /** Optimises the index after the last {@link appendBlobs} of a run. */
  completeBlobs(): void;
  /** The code of a tree: those of its entries whose blobs are stored. */
  code(entries: readonly TreeEntry[]): CodeSnapshot;
}

/** A file of a tree whose blob is indexed. Several paths may share a blob. */
export interface CodeFile {
  readonly path: string;
  /** Ordinal of its blob in the index. */
  readonly blob: number;
}

/** The code of one tree. Documents of the field `chunk` are chunks, those of `definition` blobs, by ordinal. */
export interface CodeSnapshot {
  /** Files of the tree whose blobs were read. */
  readonly files: readonly CodeFile[];
  /** Files whose blobs were skipped, by reason. */
  readonly skipped: ReadonlyMap<SkipReason, number>;
  /** Number of files whose blobs are not stored. */
  readonly unread: number;
  /** Blob ordinal of each chunk, by chunk ordinal, including chunks outside the tree. */
  readonly chunkBlobs: Uint32Array;
  readonly chunkStartLines: Uint32Array;
  /** Terms in each chunk, by chunk ordinal. */
  readonly chunkLengths: Uint16Array;
  /** Terms of the names each blob defines, by blob ordinal. */
  readonly definitionLengths: Uint16Array;
  /** Terms in each blob, by blob ordinal. */
  readonly blobLengths: Uint32Array;
  /** Chunks and blobs of the tree, and how long they are on average. */
  readonly chunkCount: number;
  readonly averageChunkLength: number;
  readonly blobCount: number;
  readonly averageBlobLength: number;
  readonly averageDefinitionLength: number;
  /**
   * Subtokens of all blobs in sequence, as 16-bit hashes (`text/hash-token.ts`); those of blob `b` begin at
   * `tokenOffsets[b]`.
   */
  readonly tokens: Uint16Array;
  readonly tokenOffsets: Uint32Array;
  /** Documents of the tree that hold a term. */
  postings(field: CodeField, term: string): PostingList | undefined;
  structureOf(blob: number): CodeStructure;
  /** Outlines of the symbols in {@link structureOf}; much cheaper to read. */
  outlineOf(blob: number): readonly SymbolOutline[];
}
