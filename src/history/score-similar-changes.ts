import { selectLargest } from '../numeric/select-largest.ts';
import type { HistorySnapshot } from '../ports/repository-index.ts';
import { type Bm25Term, fullMatchScore, scoreBm25 } from '../text/bm25.ts';
import { type FilePast, msPerDay } from './file-past.ts';

const bm25 = { k1: 1.2, b: 0.75 } as const;
const mostSimilar = 60;
const leastRelativeScore = 0.15;
const similarHalfLifeDays = 1460;

/** Files that the commits most like a text changed. */
interface SimilarChanges {
  /** By place. */
  readonly scores: Float64Array;
  /** Number of those commits that changed the file, by place. */
  readonly commits: Uint16Array;
  /** Score of the best commit, divided by that of a full match. */
  readonly strength: number;
}

/**
 * Each of the 60 commits with the most similar messages gives its files (score / best)² ÷ √files; half of a score
 * decays with a half-life of 1460 days (*knn*).
 */
export function scoreSimilarChanges(
  snapshot: HistorySnapshot,
  past: FilePast,
  terms: readonly Bm25Term[],
): SimilarChanges {
  const { documentLengths, averageDocumentLength, commitCount, times, committedAtMs } = snapshot;
  const collection = { documentCount: commitCount, documentLengths, averageDocumentLength };
  const likeness = scoreBm25(terms, collection, bm25, likenessOf(past, documentLengths.length));
  for (let ordinal = 0; ordinal < likeness.length; ordinal++) {
    if (likeness[ordinal] === 0) continue;
    const ageDays = Math.max(0, committedAtMs - (times[ordinal] as number)) / msPerDay;
    likeness[ordinal] = (likeness[ordinal] as number) * (0.5 + 0.5 * 0.5 ** (ageDays / similarHalfLifeDays));
  }
  const best = selectLargest(likeness, mostSimilar);
  const highest = likeness[best[0] ?? 0] ?? 0;
  const scores = new Float64Array(past.fileCount);
  const commits = new Uint16Array(past.fileCount);
  for (const ordinal of best) {
    const relative = (likeness[ordinal] as number) / highest;
    if (relative <= leastRelativeScore) break;
    const vote = relative ** 2 / Math.sqrt(Math.max(1, past.widths[ordinal] as number));
    for (let i = past.offsets[ordinal] as number; i < (past.offsets[ordinal + 1] as number); i++) {
      const place = past.places[i] as number;
      scores[place] = (scores[place] as number) + vote;
      commits[place] = (commits[place] as number) + 1;
    }
  }
  const full = fullMatchScore(terms, collection);
  return { scores, commits, strength: full > 0 ? highest / full : 0 };
}

const likenesses = new WeakMap<FilePast, Float64Array>();

/**
 * Reuses one array for all queries: for a long history it has half a megabyte, and the heap would grow faster than it
 * is collected.
 */
function likenessOf(past: FilePast, commitCount: number): Float64Array {
  let likeness = likenesses.get(past);
  if (likeness === undefined) {
    likeness = new Float64Array(commitCount);
    likenesses.set(past, likeness);
  }
  return likeness;
}
