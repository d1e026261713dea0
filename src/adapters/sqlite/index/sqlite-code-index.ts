import { deflateRawSync, inflateRawSync } from 'node:zlib';
import type { CodeStructure, SymbolOutline } from '../../../model/code.ts';
import type { TreeEntry } from '../../../model/repository.ts';
import type { CodeFile, CodeSnapshot, IndexedBlob, SkipReason } from '../../../ports/repository-index.ts';
import type { Database, Statement } from '../database.ts';
import { documentLength, offsetsOf } from './build-segment.ts';
import { ColumnLoader } from './column-loader.ts';
import { decodeOutline, encodeOutline } from './outline-codec.ts';
import { damagedIndex, requireSeal, sealOf } from './seal.ts';
import { type BlobColumns, type ChunkColumns, columnNames } from './segment-columns.ts';
import { addSegment, columnWriter, nextOrdinalOf, writeAllPostings } from './segment-rows.ts';
import { SqliteCodeSnapshot } from './sqlite-code-snapshot.ts';

/** The fastest level, because it already shrinks structures to a sixth. */
const compression = { level: 1 } as const;

/** Blobs and their chunks. */
export class SqliteCodeIndex {
  readonly #database: Database;
  readonly #blobs: ColumnLoader<'blobs'>;
  readonly #chunks: ColumnLoader<'chunks'>;
  readonly #find: Statement;
  readonly #structureOf: Statement;
  readonly #outlineOf: Statement;

  constructor(database: Database) {
    this.#database = database;
    this.#blobs = new ColumnLoader(database, 'blobs');
    this.#chunks = new ColumnLoader(database, 'chunks');
    this.#find = database.prepare('SELECT ordinal, skipped FROM blobs WHERE id = ?');
    this.#structureOf = database.prepare(
      'SELECT ordinal, id, structure, skipped, seal FROM blobs WHERE ordinal = ?',
    );
    this.#outlineOf = database.prepare('SELECT ordinal, symbols, seal FROM outlines WHERE ordinal = ?');
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

  at(entries: readonly TreeEntry[]): CodeSnapshot {
    return this.#database.read(() => this.#read(entries));
  }

  #read(entries: readonly TreeEntry[]): CodeSnapshot {
    const files: CodeFile[] = [];
    const skipped = new Map<SkipReason, number>();
    let unread = 0;
    for (const { path, blobId } of entries) {
      const row = this.#find.get(Buffer.from(blobId, 'hex'));
      if (row === undefined) {
        unread++;
        continue;
      }
      const reason = row.skipped as SkipReason | '';
      if (reason === '') files.push({ path, blob: row.ordinal as number });
      else skipped.set(reason, (skipped.get(reason) ?? 0) + 1);
    }
    if (files.length > 0) {
      this.#blobs.ensure(files.reduce((last, { blob }) => Math.max(last, blob), 0));
      this.#chunks.ensure(nextOrdinalOf(this.#database, 'chunks') - 1);
    }
    const structureOf = (blob: number) => this.#structure(blob);
    const outlineOf = (blob: number) => this.#outline(blob);
    const columns = { blobs: this.#blobs, chunks: this.#chunks };
    return new SqliteCodeSnapshot(this.#database, columns, {
      ...{ files, skipped, unread, structureOf, outlineOf },
    });
  }

  #structure(blob: number): CodeStructure {
    const row = this.#structureOf.get(blob);
    if (row === undefined) throw damagedIndex(this.#database, `blob ${blob} is not there`);
    requireSeal(this.#database, 'a row of blobs', row.seal, row.ordinal, row.id, row.structure, row.skipped);
    return JSON.parse(inflateRawSync(row.structure as Uint8Array).toString('utf8')) as CodeStructure;
  }

  #outline(blob: number): readonly SymbolOutline[] {
    const row = this.#outlineOf.get(blob);
    if (row === undefined) throw damagedIndex(this.#database, `the outline of blob ${blob} is not there`);
    requireSeal(this.#database, 'a row of outlines', row.seal, row.ordinal, row.symbols);
    return decodeOutline(row.symbols as string);
  }

  #insertRows(blobs: readonly IndexedBlob[], first: number): void {
    const insert = this.#database.prepare(
      'INSERT INTO blobs (ordinal, id, structure, skipped, seal) VALUES (?, ?, ?, ?, ?)',
    );
    const insertOutline = this.#database.prepare(
      'INSERT INTO outlines (ordinal, symbols, seal) VALUES (?, ?, ?)',
    );
    blobs.forEach(({ blobId, structure, skipped = '' }, index) => {
      const values = [
        first + index,
        Buffer.from(blobId, 'hex'),
        deflateRawSync(JSON.stringify(structure), compression),
        skipped,
      ] as const;
      insert.run(...values, sealOf(...values));
      const outline = [first + index, encodeOutline(structure.symbols)] as const;
      insertOutline.run(...outline, sealOf(...outline));
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
