import { deflateRawSync, inflateRawSync } from 'node:zlib';
import type { CodeStructure, SymbolOutline } from '../../../model/code.ts';
import type { TreeEntry } from '../../../model/repository.ts';
import type {
  CodeField,
  CodeFile,
  CodeIndex,
  CodeSnapshot,
  IndexedBlob,
  KnownCode,
  SkipReason,
} from '../../../ports/repository-index.ts';
import type { Database, Row, Statement } from '../database.ts';
import { mergeSegments } from './merge-segments.ts';
import { decodeOutline, encodeOutline } from './row-codecs.ts';
import { checkedRow, damagedIndex, sealedWriter, selectFrom } from './sealed-rows.ts';
import { PostingsCache, postingsReader } from './segment-postings.ts';
import { appendSegment, ColumnLoader, documentLength, nextOrdinalOf, offsetsOf } from './segments.ts';

/** The fastest level, because it already shrinks structures to a sixth. */
const compression = { level: 1 } as const;

/** Blobs and their chunks. */
export function codeIndex(database: Database, transact: (work: () => void) => void): CodeIndex {
  const blobs = new ColumnLoader(database, 'blobs');
  const chunks = new ColumnLoader(database, 'chunks');
  const find = database.prepare('SELECT ordinal, skipped FROM blobs WHERE id = ?');
  const idOf = database.prepare('SELECT id FROM blobs WHERE ordinal = ?');
  const structureOf = database.prepare(`${selectFrom('blobs')} WHERE ordinal = ?`);
  const outlineOf = database.prepare(`${selectFrom('outlines')} WHERE ordinal = ?`);
  const rowOf = (statement: Statement, blob: number): Row => {
    const row = statement.get(blob);
    if (row === undefined) throw damagedIndex(database, `blob ${blob} is not there`);
    return row;
  };
  const unknownBlobs = (blobIds: readonly string[]): readonly string[] => {
    const isUnknown = (id: string) => find.get(Buffer.from(id, 'hex')) === undefined;
    return database.read(() => [...new Set(blobIds)].filter(isUnknown));
  };
  const read = (entries: readonly TreeEntry[], known?: KnownCode): CodeSnapshot => {
    const files: CodeFile[] = [...(known?.files ?? [])];
    const skippedFiles = [...(known?.skippedFiles ?? [])];
    let unread = 0;
    for (const { path, blobId } of entries) {
      const row = find.get(Buffer.from(blobId, 'hex'));
      if (row === undefined) unread++;
      else if (row.skipped === '') files.push({ path, blob: row.ordinal as number });
      else skippedFiles.push([path, row.skipped as SkipReason]);
    }
    if (files.length > 0) {
      blobs.ensure(files.reduce((last, { blob }) => Math.max(last, blob), 0));
      chunks.ensure(nextOrdinalOf(database, 'chunks') - 1);
    }
    return codeSnapshot(database, blobs, chunks, {
      ...{ files, skippedFiles, unread },
      blobIdOf: (blob) => Buffer.from(rowOf(idOf, blob).id as Uint8Array).toString('hex'),
      structureOf(blob) {
        const { structure } = checkedRow(database, 'blobs', rowOf(structureOf, blob));
        return JSON.parse(inflateRawSync(structure as Uint8Array).toString('utf8')) as CodeStructure;
      },
      outlineOf: (blob) =>
        decodeOutline(checkedRow(database, 'outlines', rowOf(outlineOf, blob)).symbols as string),
    });
  };
  return {
    unknownBlobs,
    appendBlobs: (given) =>
      transact(() => {
        const distinct = new Map(given.map((blob) => [blob.blobId, blob]));
        const added = unknownBlobs([...distinct.keys()]).map((id) => distinct.get(id) as IndexedBlob);
        if (added.length > 0) append(database, added);
      }),
    completeBlobs() {
      transact(() => {
        mergeSegments(database, 'blobs');
        mergeSegments(database, 'chunks');
      });
      database.exec('PRAGMA wal_checkpoint(PASSIVE)');
    },
    code: (entries, known) => database.read(() => read(entries, known)),
  };
}

function append(database: Database, blobs: readonly IndexedBlob[]): void {
  const first = nextOrdinalOf(database, 'blobs');
  const writeBlob = sealedWriter(database, 'blobs');
  const writeOutline = sealedWriter(database, 'outlines');
  blobs.forEach(({ blobId, structure, skipped = '' }, index) => {
    const compressed = deflateRawSync(JSON.stringify(structure), compression);
    writeBlob([first + index, Buffer.from(blobId, 'hex'), compressed, skipped]);
    writeOutline([first + index, encodeOutline(structure.symbols)]);
  });
  const columns = {
    blobLengths: Uint32Array.from(blobs, (blob) =>
      blob.chunks.reduce((sum, { terms }) => sum + documentLength(terms), 0),
    ),
    definitionLengths: Uint16Array.from(blobs, ({ definitions }) => documentLength(definitions)),
    tokenOffsets: offsetsOf(blobs.map(({ tokens }) => tokens.length)),
    tokens: joinTokens(blobs),
  };
  const definitions = blobs.map((blob) => blob.definitions);
  appendSegment(database, 'blobs', first, columns, definitions);
  const chunks = blobs.flatMap((blob, index) =>
    blob.chunks.map((chunk) => ({ ...chunk, blob: first + index })),
  );
  const chunkColumns = {
    chunkBlobs: Uint32Array.from(chunks, ({ blob }) => blob),
    chunkLengths: Uint16Array.from(chunks, ({ terms }) => documentLength(terms)),
    chunkStartLines: Uint32Array.from(chunks, ({ startLine }) => startLine),
  };
  const terms = chunks.map((chunk) => chunk.terms);
  appendSegment(database, 'chunks', nextOrdinalOf(database, 'chunks'), chunkColumns, terms);
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
