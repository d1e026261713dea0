import type { CodeStructure, SymbolOutline } from '../../src/model/code.ts';
import type { TreeEntry } from '../../src/model/repository.ts';
import type {
  CodeField,
  CodeFile,
  CodeSnapshot,
  IndexedBlob,
  KnownCode,
  PostingList,
  SkipReason,
} from '../../src/ports/repository-index.ts';

/** The code of a tree, looked up in plain lists. */
export class InMemoryCodeSnapshot implements CodeSnapshot {
  readonly files: readonly CodeFile[];
  readonly skippedFiles: CodeSnapshot['skippedFiles'];
  readonly skipped: ReadonlyMap<SkipReason, number>;
  readonly unread: number;
  readonly #blobs: readonly IndexedBlob[];
  readonly #chunks: readonly {
    readonly blob: number;
    readonly startLine: number;
    readonly terms: ReadonlyMap<string, number>;
  }[];
  readonly #visible: ReadonlySet<number>;

  constructor(blobs: readonly IndexedBlob[], entries: readonly TreeEntry[], before?: KnownCode) {
    this.#blobs = blobs;
    this.#chunks = blobs.flatMap(({ chunks }, blob) => chunks.map((chunk) => ({ ...chunk, blob })));
    const ordinals = new Map(blobs.map(({ blobId }, ordinal) => [blobId, ordinal]));
    const known = entries.flatMap(({ path, blobId }) => {
      const blob = ordinals.get(blobId);
      return blob === undefined ? [] : [{ path, blob }];
    });
    this.unread = entries.length - known.length;
    const read = known.filter(({ blob }) => blobs[blob]?.skipped === undefined);
    this.files = [...(before?.files ?? []), ...read];
    this.#visible = new Set(this.files.map(({ blob }) => blob));
    const skipped = known.flatMap(({ path, blob }): [string, SkipReason][] => {
      const reason = blobs[blob]?.skipped;
      return reason === undefined ? [] : [[path, reason]];
    });
    this.skippedFiles = [...(before?.skippedFiles ?? []), ...skipped];
    this.skipped = new Map(
      [...Map.groupBy(this.skippedFiles, ([, reason]) => reason)].map(([reason, all]) => [
        reason,
        all.length,
      ]),
    );
  }

  get chunkBlobs(): Uint32Array {
    return Uint32Array.from(this.#chunks, ({ blob }) => blob);
  }

  get chunkStartLines(): Uint32Array {
    return Uint32Array.from(this.#chunks, ({ startLine }) => startLine);
  }

  get chunkLengths(): Uint16Array {
    return Uint16Array.from(this.#chunks, ({ terms }) => total(terms));
  }

  get definitionLengths(): Uint16Array {
    return Uint16Array.from(this.#blobs, ({ definitions }) => total(definitions));
  }

  get blobLengths(): Uint32Array {
    return Uint32Array.from(this.#blobs, ({ chunks }) =>
      chunks.reduce((sum, { terms }) => sum + total(terms), 0),
    );
  }

  get chunkCount(): number {
    return this.#visibleChunks().length;
  }

  get averageChunkLength(): number {
    return mean(this.#visibleChunks().map((chunk) => this.chunkLengths[chunk] ?? 0));
  }

  get blobCount(): number {
    return this.#visible.size;
  }

  get averageBlobLength(): number {
    return mean([...this.#visible].map((blob) => this.blobLengths[blob] ?? 0));
  }

  get averageDefinitionLength(): number {
    return mean([...this.#visible].map((blob) => this.definitionLengths[blob] ?? 0));
  }

  get tokens(): Uint16Array {
    return Uint16Array.from(this.#blobs.flatMap(({ tokens }) => [...tokens]));
  }

  get tokenOffsets(): Uint32Array {
    const offsets = [0];
    for (const { tokens } of this.#blobs) offsets.push((offsets.at(-1) ?? 0) + tokens.length);
    return Uint32Array.from(offsets);
  }

  postings(field: CodeField, term: string): PostingList | undefined {
    const documents =
      field === 'chunk'
        ? this.#visibleChunks().map((ordinal) => ({ ordinal, terms: this.#chunks[ordinal]?.terms }))
        : [...this.#visible]
            .sort((a, b) => a - b)
            .map((ordinal) => ({ ordinal, terms: this.#blobs[ordinal]?.definitions }));
    const holding = documents.filter(({ terms }) => terms?.has(term));
    if (holding.length === 0) return undefined;
    return {
      ordinals: Uint32Array.from(holding, ({ ordinal }) => ordinal),
      frequencies: Uint16Array.from(holding, ({ terms }) => terms?.get(term) ?? 0),
    };
  }

  blobIdOf(blob: number): string {
    return this.#at(blob).blobId;
  }

  structureOf(blob: number): CodeStructure {
    return this.#at(blob).structure;
  }

  outlineOf(blob: number): readonly SymbolOutline[] {
    return this.structureOf(blob).symbols.map(
      ({ bases: _bases, documentation: _text, ...outline }) => outline,
    );
  }

  #at(blob: number): IndexedBlob {
    const found = this.#blobs[blob];
    if (found === undefined) throw new RangeError(`No blob has the ordinal ${blob}.`);
    return found;
  }

  #visibleChunks(): readonly number[] {
    return [...this.#chunks.keys()].filter((chunk) => this.#visible.has(this.#chunks[chunk]?.blob ?? -1));
  }
}

function total(terms: ReadonlyMap<string, number>): number {
  return [...terms.values()].reduce((sum, count) => sum + count, 0);
}

function mean(values: readonly number[]): number {
  return values.length === 0 ? 0 : values.reduce((sum, value) => sum + value, 0) / values.length;
}
