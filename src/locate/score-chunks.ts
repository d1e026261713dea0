import type { CodeSnapshot } from '../ports/repository-index.ts';
import { type Bm25Term, scoreBm25 } from '../text/bm25.ts';

const bm25 = { k1: 1.2, b: 0.75 } as const;

/** The best chunk of each blob: its score and its ordinal. */
interface BlobScores {
  /** By blob ordinal; 0 where nothing matched. */
  readonly scores: Float64Array;
  /** Ordinal of the best chunk, by blob ordinal. */
  readonly bestChunks: Uint32Array;
}

/** BM25 over chunks (definitions of at least 250 characters); a file gets the score of its best chunk. */
export function scoreChunks(code: CodeSnapshot, terms: readonly Bm25Term[]): BlobScores {
  const blobCount = code.tokenOffsets.length - 1;
  const scores = new Float64Array(blobCount);
  const bestChunks = new Uint32Array(blobCount);
  const chunkScores = scoreBm25(terms, chunkCollection(code), bm25);
  const { chunkBlobs } = code;
  for (let chunk = 0; chunk < chunkScores.length; chunk++) {
    const score = chunkScores[chunk] as number;
    const blob = chunkBlobs[chunk] as number;
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
  const collection = {
    documentCount: code.blobCount,
    documentLengths: code.blobLengths,
    averageDocumentLength: code.averageBlobLength,
  };
  return scoreBm25(mergeChunks(code, terms), collection, bm25);
}

/**
 * Terms with blobs in place of chunks. Chunks of a blob have adjacent ordinals, so one pass adds them up. All terms
 * share two arrays: a query has a hundred terms, and separate arrays would take megabytes each.
 */
function* mergeChunks(code: CodeSnapshot, terms: readonly Bm25Term[]): Generator<Bm25Term> {
  const { chunkBlobs } = code;
  const longest = terms.reduce((most, term) => Math.max(most, term.ordinals.length), 0);
  const ordinals = new Uint32Array(longest);
  const frequencies = new Uint32Array(longest);
  for (const term of terms) {
    let end = -1;
    for (let i = 0; i < term.ordinals.length; i++) {
      const blob = chunkBlobs[term.ordinals[i] as number] as number;
      const frequency = term.frequencies[i] as number;
      if (end >= 0 && ordinals[end] === blob) frequencies[end] = (frequencies[end] as number) + frequency;
      else {
        ordinals[++end] = blob;
        frequencies[end] = frequency;
      }
    }
    yield { ...term, ordinals: ordinals.subarray(0, end + 1), frequencies: frequencies.subarray(0, end + 1) };
  }
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
