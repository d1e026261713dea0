import type { CodeSnapshot } from '../ports/code-index.ts';
import { type Bm25Term, scoreBm25 } from '../text/bm25.ts';

const bm25 = { k1: 1.2, b: 0.75 } as const;

/** The best chunk of each blob: its score and its ordinal. */
export interface BlobScores {
  /** By blob ordinal; 0 where nothing matched. */
  readonly scores: Float64Array;
  /** Ordinal of the best chunk, by blob ordinal. */
  readonly bestChunks: Uint32Array;
}

/** BM25 over chunks (definitions of at least 250 characters); a file is as good as its best chunk. */
export function scoreChunks(code: CodeSnapshot, terms: readonly Bm25Term[]): BlobScores {
  const blobCount = code.tokenOffsets.length - 1;
  const scores = new Float64Array(blobCount);
  const bestChunks = new Uint32Array(blobCount);
  const chunkScores = scoreBm25(terms, chunkCollection(code), bm25);
  for (let chunk = 0; chunk < chunkScores.length; chunk++) {
    const score = chunkScores[chunk] as number;
    const blob = code.chunkBlobs[chunk] as number;
    if (score <= (scores[blob] as number)) continue;
    scores[blob] = score;
    bestChunks[blob] = chunk;
  }
  return { scores, bestChunks };
}

/** Chunks as a collection of documents. */
export function chunkCollection(code: CodeSnapshot) {
  return {
    documentCount: code.chunkCount,
    documentLengths: code.chunkLengths,
    averageDocumentLength: code.averageChunkLength,
  };
}

/** BM25 over whole files: the chunks of a blob count as one document. */
export function scoreFiles(code: CodeSnapshot, terms: readonly Bm25Term[]): Float64Array {
  const merged = terms.map((term) => ({ ...term, ...mergeChunks(code, term) }));
  const collection = {
    documentCount: code.blobCount,
    documentLengths: code.blobLengths,
    averageDocumentLength: code.averageBlobLength,
  };
  return scoreBm25(merged, collection, bm25);
}

/** Chunks of a blob have neighbouring ordinals, so one pass adds them up. */
function mergeChunks(code: CodeSnapshot, term: Bm25Term): Pick<Bm25Term, 'ordinals' | 'frequencies'> {
  const ordinals = new Uint32Array(term.ordinals.length);
  const frequencies = new Uint32Array(term.ordinals.length);
  let end = -1;
  for (let i = 0; i < term.ordinals.length; i++) {
    const blob = code.chunkBlobs[term.ordinals[i] as number] as number;
    if (end < 0 || ordinals[end] !== blob) ordinals[++end] = blob;
    frequencies[end] = (frequencies[end] as number) + (term.frequencies[i] as number);
  }
  return { ordinals: ordinals.subarray(0, end + 1), frequencies: frequencies.subarray(0, end + 1) };
}

/** BM25 over the names that files define. */
export function scoreDefinitions(code: CodeSnapshot, terms: readonly Bm25Term[]): Float64Array {
  const collection = {
    documentCount: code.blobCount,
    documentLengths: code.definitionLengths,
    averageDocumentLength: code.averageDefinitionLength,
  };
  return scoreBm25(terms, collection, bm25);
}
