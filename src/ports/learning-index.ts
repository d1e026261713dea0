import type { LearnedWeights, LocateStrengths } from '../model/answers/file-location.ts';
import type { CommitId } from '../model/repository.ts';

/** A past fix as a training example: the features of its candidate files, and which of them it changed. */
export interface FixExample {
  /** Rows of feature values, one row for each candidate file. */
  readonly rows: Float64Array;
  /** Positions of the candidates that it changed. */
  readonly right: readonly number[];
  /** Number of files that it changed, including those that are not candidates. */
  readonly answerCount: number;
  readonly strengths: LocateStrengths;
}

/**
 * Results of `learn`, from a repository's own fixes. Every read and write names a version of the features and weights.
 * Reads ignore data of other versions, and the next write deletes it.
 */
export interface LearningIndex {
  /** Stored examples of the given fixes. */
  fixExamples(version: string, fixes: readonly CommitId[]): ReadonlyMap<CommitId, FixExample>;
  keepFixExamples(version: string, examples: ReadonlyMap<CommitId, FixExample>): void;
  learnedWeights(version: string): LearnedWeights | undefined;
  keepLearnedWeights(version: string, learned: LearnedWeights): void;
  /** @returns whether there were any */
  forgetLearnedWeights(): boolean;
}
