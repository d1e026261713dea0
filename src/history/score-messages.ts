import type { HistorySnapshot } from '../ports/repository-index.ts';
import type { Bm25Term } from '../text/bm25.ts';
import { inverseDocumentFrequency } from '../text/select-terms.ts';
import { type FilePast, messageWeight, msPerDay } from './file-past.ts';

const k1 = 1.2;
const b = 0.75;
/**
 * BM25's `b`. The length penalty is weaker than for real documents, because a hot file's document is long for a good
 * reason: the file is relevant often.
 */
const messageLengthEffect = 0.3;

/**
 * BM25 of each file's virtual document, all past messages that touched it: a message's weight is halved for every 1460
 * days of age and divided by the root of its commit's number of files (*hdoc*).
 *
 * @returns by place
 */
export function scoreMessages(
  snapshot: HistorySnapshot,
  past: FilePast,
  terms: readonly Bm25Term[],
): Float64Array {
  const { fileCount, messageLengths } = past;
  const scores = new Float64Array(fileCount);
  const frequencies = new Float64Array(fileCount);
  const average = messageLengths.reduce((sum, length) => sum + length, 0) / fileCount;
  for (const term of terms) {
    const found = addUp(snapshot, past, term, frequencies);
    const idf = inverseDocumentFrequency(found.length, fileCount) * term.weight;
    for (const place of found) {
      const frequency = frequencies[place] as number;
      const relative = (messageLengths[place] as number) / Math.max(average, 1e-6);
      const penalty = messageLengthEffect * k1 * (1 - b + b * relative);
      scores[place] = (scores[place] as number) + (idf * frequency * (k1 + 1)) / (frequency + penalty);
      frequencies[place] = 0;
    }
  }
  return scores;
}

/** Decayed occurrences of a term in each file's messages. @returns places that have any */
function addUp(
  snapshot: HistorySnapshot,
  { offsets, places, widths }: FilePast,
  term: Bm25Term,
  frequencies: Float64Array,
): readonly number[] {
  const found: number[] = [];
  const { times, committedAtMs } = snapshot;
  for (let i = 0; i < term.ordinals.length; i++) {
    const ordinal = term.ordinals[i] as number;
    const start = offsets[ordinal] as number;
    const end = offsets[ordinal + 1] as number;
    if (start === end) continue;
    const ageDays = Math.max(0, committedAtMs - (times[ordinal] as number)) / msPerDay;
    const weight = (term.frequencies[i] as number) * messageWeight(ageDays, widths[ordinal] as number);
    for (let j = start; j < end; j++) {
      const place = places[j] as number;
      if (frequencies[place] === 0) found.push(place);
      frequencies[place] = (frequencies[place] as number) + weight;
    }
  }
  return found;
}
