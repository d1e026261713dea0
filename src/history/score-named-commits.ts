import type { FilePast } from './file-past.ts';

/** Scores the files of commits that a text names by issue or id, each commit ÷ √files (*issue_link*). By place. */
export function scoreNamedCommits(past: FilePast, ordinals: Iterable<number>): Float64Array {
  const scores = new Float64Array(past.fileCount);
  for (const ordinal of ordinals) {
    for (let i = past.offsets[ordinal] as number; i < (past.offsets[ordinal + 1] as number); i++) {
      const place = past.places[i] as number;
      scores[place] = (scores[place] as number) + 1 / Math.sqrt(Math.max(1, past.widths[ordinal] as number));
    }
  }
  return scores;
}
