import type { LocateStrengths } from '../model/answers/file-location.ts';
import type { LearnedWeights } from '../model/answers/learning-report.ts';
import type { CommitId } from '../model/commit.ts';

/** A past fix as the ranker sees it: the features of the likeliest files, and which of them it changed. */
export interface FixExample {
  /** File by file, one value for each feature. */
  readonly rows: Float64Array;
  /** Files that it changed, by position. */
  readonly right: readonly number[];
  /** Files that it changed in all; some may not be among the likeliest. */
  readonly answerCount: number;
  readonly strengths: LocateStrengths;
}

/**
 * What `learn` made of a repository's own fixes. Every reading and writing names the version of the features and weights
 * it is about: what another version left is not seen, and goes when something is kept.
 */
export interface LearningIndex {
  /** Examples kept of some fixes. */
  fixExamples(version: string, fixes: readonly CommitId[]): ReadonlyMap<CommitId, FixExample>;
  keepFixExamples(version: string, examples: ReadonlyMap<CommitId, FixExample>): void;
  learnedWeights(version: string): LearnedWeights | undefined;
  keepLearnedWeights(version: string, learned: LearnedWeights): void;
  /** @returns whether there were any */
  forgetLearnedWeights(): boolean;
}
