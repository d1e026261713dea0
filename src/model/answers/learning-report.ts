import type { CommitId } from '../commit.ts';

/** Weights of `locate`'s features that a repository's own past fixes gave, by feature. */
export interface LearnedWeights {
  readonly weights: Readonly<Record<string, number>>;
  /** Newest commit that was looked at; questions about histories without it are answered by the shipped weights. */
  readonly learnedFrom: CommitId;
  readonly learnedAtMs: number;
}

/** How good rankings of the held-back fixes are. */
export interface RankingQuality {
  /** Fixes all of whose files are among the first 1 and 5. */
  readonly allInFirst: number;
  readonly allInFirst5: number;
  /** Fixes one of whose files comes first. */
  readonly hitFirst: number;
  /** Mean of 1 ÷ rank of the first right file. */
  readonly meanReciprocalRank: number;
  /** Mean distance between promised and kept confidence in the first ten files, weighed by files (ECE). */
  readonly calibrationError: number;
}

/** Own weights against the shipped ones, on fixes that neither was trained on. */
export interface WeightComparison {
  readonly shipped: RankingQuality;
  readonly own: RankingQuality;
  /** Fixes all of whose files only the own weights have among the first 5, and only the shipped ones. */
  readonly wins: number;
  readonly losses: number;
  /** By how much the mean reciprocal rank grows, with its 95 % interval (paired bootstrap). */
  readonly gain: number;
  readonly gainLow: number;
  readonly gainHigh: number;
  /** Share of the resamples in which it grows. */
  readonly shareBetter: number;
}

/** Answer of `learn`. */
export interface LearningReport {
  /** Whether `locate` uses the own weights from now on; they must have proven better. */
  readonly kind: 'learned' | 'kept_shipped';
  /** Past fixes that were trained on, and newer ones held back to judge by. */
  readonly taughtFixes: number;
  readonly heldBackFixes: number;
  /** How many of both were worked out in an earlier run. */
  readonly reusedFixes: number;
  readonly comparison: WeightComparison;
  /** By feature; the own ones also where they were not adopted. */
  readonly weights: Readonly<Record<string, { readonly shipped: number; readonly own: number }>>;
  readonly seed: number;
  /** Newest commit that was looked at. */
  readonly asOf: CommitId;
  readonly tookMs: number;
}
