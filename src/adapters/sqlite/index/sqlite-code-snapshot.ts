import type { CodeStructure, SymbolOutline } from '../../../model/code.ts';
import type {
  CodeField,
  CodeFile,
  CodeSnapshot,
  PostingList,
  SkipReason,
} from '../../../ports/repository-index.ts';
import type { Database } from '../database.ts';
import type { ColumnLoader } from './column-loader.ts';
import { PostingsCache } from './postings-cache.ts';
import { postingsReader } from './read-postings.ts';

export class SqliteCodeSnapshot implements CodeSnapshot {
  readonly files: readonly CodeFile[];
  readonly skipped: ReadonlyMap<SkipReason, number>;
  readonly unread: number;
  readonly chunkCount: number;
  readonly averageChunkLength: number;
  readonly blobCount: number;
  readonly averageBlobLength: number;
  readonly averageDefinitionLength: number;
  readonly #blobs: ColumnLoader<'blobs'>;
  readonly #chunks: ColumnLoader<'chunks'>;
  readonly #read: Readonly<Record<CodeField, (term: string) => PostingList | undefined>>;
  readonly #postings = new PostingsCache();
  readonly #readOutline: (blob: number) => readonly SymbolOutline[];
  readonly #outlines = new Map<number, readonly SymbolOutline[]>();
  readonly structureOf: (blob: number) => CodeStructure;

  constructor(
    database: Database,
    { blobs, chunks }: { readonly blobs: ColumnLoader<'blobs'>; readonly chunks: ColumnLoader<'chunks'> },
    tree: Pick<CodeSnapshot, 'files' | 'skipped' | 'unread' | 'structureOf' | 'outlineOf'>,
  ) {
    this.#blobs = blobs;
    this.#chunks = chunks;
    this.files = tree.files;
    this.skipped = tree.skipped;
    this.unread = tree.unread;
    this.structureOf = tree.structureOf;
    this.#readOutline = tree.outlineOf;
    const visibleBlobs = new Uint8Array(blobs.load('definitionLengths').length);
    for (const { blob } of tree.files) visibleBlobs[blob] = 1;
    const visibleChunks = Uint8Array.from(chunks.load('chunkBlobs'), (blob) => visibleBlobs[blob] ?? 0);
    this.chunkCount = count(visibleChunks);
    this.blobCount = count(visibleBlobs);
    this.averageChunkLength = average(chunks.load('chunkLengths'), visibleChunks, this.chunkCount);
    this.averageBlobLength = average(blobs.load('blobLengths'), visibleBlobs, this.blobCount);
    this.averageDefinitionLength = average(blobs.load('definitionLengths'), visibleBlobs, this.blobCount);
    this.#read = {
      chunk: postingsReader(database, 'chunks', visibleChunks.length, visibleChunks),
      definition: postingsReader(database, 'blobs', visibleBlobs.length, visibleBlobs),
    };
  }

  get chunkBlobs(): Uint32Array {
    return this.#chunks.load('chunkBlobs');
  }

  get chunkStartLines(): Uint32Array {
    return this.#chunks.load('chunkStartLines');
  }

  get chunkLengths(): Uint16Array {
    return this.#chunks.load('chunkLengths');
  }

  get definitionLengths(): Uint16Array {
    return this.#blobs.load('definitionLengths');
  }

  get blobLengths(): Uint32Array {
    return this.#blobs.load('blobLengths');
  }

  get tokens(): Uint16Array {
    return this.#blobs.load('tokens');
  }

  get tokenOffsets(): Uint32Array {
    return this.#blobs.load('tokenOffsets');
  }

  postings(field: CodeField, term: string): PostingList | undefined {
    return this.#postings.get(`${field} ${term}`, () => this.#read[field](term));
  }

  outlineOf(blob: number): readonly SymbolOutline[] {
    let outline = this.#outlines.get(blob);
    if (outline === undefined) {
      outline = this.#readOutline(blob);
      if (this.#outlines.size >= mostOutlines) this.#outlines.clear();
      this.#outlines.set(blob, outline);
    }
    return outline;
  }
}

/** Size of the cache: a query reads some tens of outlines, several times each. */
const mostOutlines = 300;

function count(visible: Uint8Array): number {
  return visible.reduce((sum, value) => sum + value, 0);
}

function average(lengths: ArrayLike<number>, visible: Uint8Array, documentCount: number): number {
  let sum = 0;
  for (let i = 0; i < visible.length; i++) sum += (lengths[i] as number) * (visible[i] as number);
  return documentCount === 0 ? 0 : sum / documentCount;
}
