import type { HistorySnapshot } from '../ports/repository-index.ts';
import { type FilePast, msPerDay } from './file-past.ts';

const widestWithTests = 15;
const testHalfLifeDays = 1460;
/** Prior that keeps a test with a single change from counting as much as one with many. */
const testPrior = 0.2;

/**
 * Files that changed together with given tests, in commits of at most 15 files (*t_coch*): each test distributes its
 * weight in proportion to its changes, with decay for old ones.
 *
 * @param weights by place; tests have one, other files 0
 */
export function scoreChangedWith(
  snapshot: HistorySnapshot,
  past: FilePast,
  weights: Float64Array,
): Float64Array {
  const { times, committedAtMs } = snapshot;
  const totals = new Float64Array(past.fileCount);
  const commits: number[] = [];
  const decays: number[] = [];
  for (let ordinal = 0; ordinal < past.widths.length; ordinal++) {
    if ((past.widths[ordinal] as number) > widestWithTests) continue;
    let decay = 0;
    for (let i = past.offsets[ordinal] as number; i < (past.offsets[ordinal + 1] as number); i++) {
      const place = past.places[i] as number;
      if (weights[place] === 0) continue;
      if (decay === 0) {
        const ageDays = Math.max(0, committedAtMs - (times[ordinal] as number)) / msPerDay;
        decay = 0.5 ** (ageDays / testHalfLifeDays);
        commits.push(ordinal);
        decays.push(decay);
      }
      totals[place] = (totals[place] as number) + decay;
    }
  }
  return handOut(past, weights, totals, commits, decays);
}

function handOut(
  past: FilePast,
  weights: Float64Array,
  totals: Float64Array,
  commits: readonly number[],
  decays: readonly number[],
): Float64Array {
  const scores = new Float64Array(past.fileCount);
  const { offsets, places, widths } = past;
  commits.forEach((ordinal, position) => {
    const start = offsets[ordinal] as number;
    const end = offsets[ordinal + 1] as number;
    let weight = 0;
    for (let i = start; i < end; i++) {
      const place = places[i] as number;
      weight += (weights[place] as number) / ((totals[place] as number) + testPrior);
    }
    const share = (weight * (decays[position] as number)) / Math.max(1, (widths[ordinal] as number) - 1);
    for (let i = start; i < end; i++) {
      const place = places[i] as number;
      scores[place] = (scores[place] as number) + share;
    }
  });
  return scores;
}
