import { deflateRawSync, inflateRawSync } from 'node:zlib';
import type { CodeStructure, SymbolOutline } from '../../../model/code.ts';
import type { TreeEntry } from '../../../model/repository.ts';
import type {
  CodeField,
  CodeFile,
  CodeSnapshot,
  IndexedBlob,
  KnownCode,
  SkipReason,
} from '../../../ports/repository-index.ts';
import type { Database, Statement } from '../database.ts';
import { decodeOutline, encodeOutline } from './row-codecs.ts';
import { checkedRow, damagedIndex, sealedWriter, selectFrom } from './sealed-rows.ts';
import { type BlobColumns, type ChunkColumns, columnNames } from './segment-columns.ts';
import { PostingsCache, postingsReader } from './segment-postings.ts';
import {
  addSegment,
  ColumnLoader,
  columnWriter,
  documentLength,
  nextOrdinalOf,
  offsetsOf,
  writeAllPostings,
} from './segments.ts';

/** The fastest level, because it already shrinks structures to a sixth. */
const compression = { level: 1 } as const;

/** Blobs and their chunks. */
export class SqliteCodeIndex {
  readonly #database: Database;
  readonly #blobs: ColumnLoader<'blobs'>;
  readonly #chunks: ColumnLoader<'chunks'>;
  readonly #find: Statement;
  readonly #idOf: Statement;
  readonly #structureOf: Statement;
  readonly #outlineOf: Statement;

  constructor(database: Database) {
    this.#database = database;
    this.#blobs = new ColumnLoader(database, 'blobs');
    this.#chunks = new ColumnLoader(database, 'chunks');
    this.#find = database.prepare('SELECT ordinal, skipped FROM blobs WHERE id = ?');
    this.#idOf = database.prepare('SELECT id FROM blobs WHERE ordinal = ?');
    this.#structureOf = database.prepare(`${selectFrom('blobs')} WHERE ordinal = ?`);
    this.#outlineOf = database.prepare(`${selectFrom('outlines')} WHERE ordinal = ?`);
  }

  unknown(blobIds: readonly string[]): readonly string[] {
    const isUnknown = (id: string) => this.#find.get(Buffer.from(id, 'hex')) === undefined;
    return this.#database.read(() => [...new Set(blobIds)].filter(isUnknown));
  }

  /** Call inside a transaction. */
  append(blobs: readonly IndexedBlob[]): void {
    const distinct = new Map(blobs.map((blob) => [blob.blobId, blob]));
    const added = this.unknown([...distinct.keys()]).map((id) => distinct.get(id) as IndexedBlob);
    if (added.length === 0) return;
    const first = nextOrdinalOf(this.#database, 'blobs');
    this.#insertRows(added, first);
    this.#appendBlobs(added, first);
    this.#appendChunks(added, first);
  }

  at(entries: readonly TreeEntry[], known?: KnownCode): CodeSnapshot {
    return this.#database.read(() => this.#read(entries, known));
  }

  #read(entries: readonly TreeEntry[], known?: KnownCode): CodeSnapshot {
    const files: CodeFile[] = [...(known?.files ?? [])];
    const skippedFiles = [...(known?.skippedFiles ?? [])];
    let unread = 0;
    for (const { path, blobId } of entries) {
      const row = this.#find.get(Buffer.from(blobId, 'hex'));
      if (row === undefined) unread++;
      else if (row.skipped === '') files.push({ path, blob: row.ordinal as number });
      else skippedFiles.push([path, row.skipped as SkipReason]);
    }
    if (files.length > 0) {
      this.#blobs.ensure(files.reduce((last, { blob }) => Math.max(last, blob), 0));
      this.#chunks.ensure(nextOrdinalOf(this.#database, 'chunks') - 1);
    }
    return codeSnapshot(this.#database, this.#blobs, this.#chunks, {
      ...{ files, skippedFiles, unread },
      blobIdOf: (blob) => this.#blobId(blob),
      structureOf: (blob) => this.#structure(blob),
      outlineOf: (blob) => this.#outline(blob),
    });
  }

  #blobId(blob: number): string {
    const row = this.#idOf.get(blob);
    if (row === undefined) throw damagedIndex(this.#database, `blob ${blob} is not there`);
    return Buffer.from(row.id as Uint8Array).toString('hex');
  }

  #structure(blob: number): CodeStructure {
    const row = this.#structureOf.get(blob);
    if (row === undefined) throw damagedIndex(this.#database, `blob ${blob} is not there`);
    const { structure } = checkedRow(this.#database, 'blobs', row);
    return JSON.parse(inflateRawSync(structure as Uint8Array).toString('utf8')) as CodeStructure;
  }

  #outline(blob: number): readonly SymbolOutline[] {
    const row = this.#outlineOf.get(blob);
    if (row === undefined) throw damagedIndex(this.#database, `the outline of blob ${blob} is not there`);
    return decodeOutline(checkedRow(this.#database, 'outlines', row).symbols as string);
  }

  #insertRows(blobs: readonly IndexedBlob[], first: number): void {
    const writeBlob = sealedWriter(this.#database, 'blobs');
    const writeOutline = sealedWriter(this.#database, 'outlines');
    blobs.forEach(({ blobId, structure, skipped = '' }, index) => {
      const compressed = deflateRawSync(JSON.stringify(structure), compression);
      writeBlob([first + index, Buffer.from(blobId, 'hex'), compressed, skipped]);
      writeOutline([first + index, encodeOutline(structure.symbols)]);
    });
  }

  #appendBlobs(blobs: readonly IndexedBlob[], first: number): void {
    const columns: BlobColumns = {
      blobLengths: Uint32Array.from(blobs, ({ chunks }) =>
        chunks.reduce((sum, { terms }) => sum + documentLength(terms), 0),
      ),
      definitionLengths: Uint16Array.from(blobs, ({ definitions }) => documentLength(definitions)),
      tokenOffsets: offsetsOf(blobs.map(({ tokens }) => tokens.length)),
      tokens: joinTokens(blobs),
    };
    const segment = addSegment(this.#database, 'blobs', first, blobs.length);
    const write = columnWriter(this.#database);
    for (const name of columnNames.blobs) write(segment, name, columns[name]);
    const definitions = blobs.map((blob) => blob.definitions);
    writeAllPostings(this.#database, segment, definitions);
  }

  #appendChunks(blobs: readonly IndexedBlob[], firstBlob: number): void {
    const chunks = blobs.flatMap((blob, index) =>
      blob.chunks.map((chunk) => ({ ...chunk, blob: firstBlob + index })),
    );
    const columns: ChunkColumns = {
      chunkBlobs: Uint32Array.from(chunks, ({ blob }) => blob),
      chunkLengths: Uint16Array.from(chunks, ({ terms }) => documentLength(terms)),
      chunkStartLines: Uint32Array.from(chunks, ({ startLine }) => startLine),
    };
    const first = nextOrdinalOf(this.#database, 'chunks');
    const segment = addSegment(this.#database, 'chunks', first, chunks.length);
    const write = columnWriter(this.#database);
    for (const name of columnNames.chunks) write(segment, name, columns[name]);
    writeAllPostings(
      this.#database,
      segment,
      chunks.map(({ terms }) => terms),
    );
  }
}

function joinTokens(blobs: readonly IndexedBlob[]): Uint16Array {
  const joined = new Uint16Array(blobs.reduce((sum, { tokens }) => sum + tokens.length, 0));
  let end = 0;
  for (const { tokens } of blobs) {
    joined.set(tokens, end);
    end += tokens.length;
  }
  return joined;
}

/** @param tree the files of a tree and how its blobs are read */
function codeSnapshot(
  database: Database,
  blobs: ColumnLoader<'blobs'>,
  chunks: ColumnLoader<'chunks'>,
  tree: Pick<CodeSnapshot, 'files' | 'skippedFiles' | 'unread' | 'blobIdOf' | 'structureOf' | 'outlineOf'>,
): CodeSnapshot {
  const visibleBlobs = new Uint8Array(blobs.load('definitionLengths').length);
  for (const { blob } of tree.files) visibleBlobs[blob] = 1;
  const chunkBlobs = chunks.load('chunkBlobs');
  const visibleChunks = new Uint8Array(chunkBlobs.length);
  for (let at = 0; at < chunkBlobs.length; at++) visibleChunks[at] = visibleBlobs[chunkBlobs[at] ?? 0] ?? 0;
  const [chunkCount, blobCount] = [count(visibleChunks), count(visibleBlobs)];
  const read = {
    chunk: postingsReader(database, 'chunks', visibleChunks.length, visibleChunks),
    definition: postingsReader(database, 'blobs', visibleBlobs.length, visibleBlobs),
  } satisfies Record<CodeField, unknown>;
  const postings = new PostingsCache();
  const outlines = new Map<number, readonly SymbolOutline[]>();
  const skipped = new Map<SkipReason, number>();
  for (const [, reason] of tree.skippedFiles) skipped.set(reason, (skipped.get(reason) ?? 0) + 1);
  return {
    ...tree,
    skipped,
    chunkCount,
    blobCount,
    averageChunkLength: average(chunks.load('chunkLengths'), visibleChunks, chunkCount),
    averageBlobLength: average(blobs.load('blobLengths'), visibleBlobs, blobCount),
    averageDefinitionLength: average(blobs.load('definitionLengths'), visibleBlobs, blobCount),
    // Loaded before, for the lines above.
    chunkBlobs,
    chunkLengths: chunks.load('chunkLengths'),
    definitionLengths: blobs.load('definitionLengths'),
    blobLengths: blobs.load('blobLengths'),
    get chunkStartLines() {
      return chunks.load('chunkStartLines');
    },
    get tokens() {
      return blobs.load('tokens');
    },
    get tokenOffsets() {
      return blobs.load('tokenOffsets');
    },
    postings: (field, term) => postings.get(`${field} ${term}`, () => read[field](term)),
    outlineOf(blob) {
      let outline = outlines.get(blob);
      if (outline === undefined) {
        outline = tree.outlineOf(blob);
        if (outlines.size >= mostOutlines) outlines.clear();
        outlines.set(blob, outline);
      }
      return outline;
    },
  };
}

/** Size of the cache: a query reads some tens of outlines, several times each. */
const mostOutlines = 300;

function count(visible: Uint8Array): number {
  let sum = 0;
  for (const value of visible) sum += value;
  return sum;
}

function average(lengths: ArrayLike<number>, visible: Uint8Array, documentCount: number): number {
  let sum = 0;
  for (let i = 0; i < visible.length; i++) sum += (lengths[i] as number) * (visible[i] as number);
  return documentCount === 0 ? 0 : sum / documentCount;
}
