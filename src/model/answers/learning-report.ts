import type { CommitId } from '../commit.ts';

/** Weights of `locate`'s features, learned from a repository's own past fixes. */
export interface LearnedWeights {
  readonly weights: Readonly<Record<string, number>>;
  /** Newest commit used for learning; queries about a history without it use the shipped weights. */
  readonly learnedFrom: CommitId;
  readonly learnedAtMs: number;
}

/** Quality of the rankings for the held-back fixes. */
export interface RankingQuality {
  /** Number of fixes with all their files among the first 1, and among the first 5. */
  readonly allInFirst: number;
  readonly allInFirst5: number;
  /** Number of fixes with one of their files in first place. */
  readonly hitFirst: number;
  /** Mean of 1 ÷ rank of the first right file. */
  readonly meanReciprocalRank: number;
  /** Expected calibration error (ECE) of the confidence in the first ten files. */
  readonly calibrationError: number;
}

/** Learned weights compared with the shipped ones, on fixes that neither was trained on. */
export interface WeightComparison {
  readonly shipped: RankingQuality;
  readonly own: RankingQuality;
  /**
   * Number of fixes with all their files among the first 5 under the learned weights only, and under the shipped ones
   * only.
   */
  readonly wins: number;
  readonly losses: number;
  /** Change of the mean reciprocal rank, with its 95 % interval (paired bootstrap). */
  readonly gain: number;
  readonly gainLow: number;
  readonly gainHigh: number;
  /** Share of the resamples in which the mean reciprocal rank improves. */
  readonly shareBetter: number;
}

/** Answer of `learn`. */
export interface LearningReport {
  /** Whether `locate` uses the learned weights from now on; they must have proven better. */
  readonly kind: 'learned' | 'kept_shipped';
  /** Number of past fixes used for training, and of newer ones held back for evaluation. */
  readonly taughtFixes: number;
  readonly heldBackFixes: number;
  /** How many of both were computed in an earlier run. */
  readonly reusedFixes: number;
  readonly comparison: WeightComparison;
  /** Weights by feature; the learned ones are included even when they were not adopted. */
  readonly weights: Readonly<Record<string, { readonly shipped: number; readonly own: number }>>;
  readonly seed: number;
  /** Newest commit used for learning. */
  readonly asOf: CommitId;
  readonly tookMs: number;
}
