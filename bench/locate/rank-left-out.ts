import { scoreExample } from '../../src/locate/adapt-weights.ts';
import type { FeatureName } from '../../src/locate/features.ts';
import type { BaselineRankings } from '../datasets/baseline-rankings.ts';
import { goldRanks } from '../reporting/gold-ranks.ts';
import { fitWeights, type TrainingSet } from './fit-weights.ts';
import type { LocateOutcome } from './run-locate-cases.ts';
import type { LocateTrace } from './trace-cases.ts';

/** A question with scores by weights that its own repository had no part in. */
export interface LeftOutExample extends LocateTrace {
  readonly scores: Float64Array;
}

/** Weights for the cases of a repository, trained on all others; each trained once. */
export type WeightsFor = (repository: string) => readonly number[];

export function leaveOneOut(training: TrainingSet, hidden: ReadonlySet<FeatureName> = new Set()): WeightsFor {
  const known = new Map<string, readonly number[]>();
  return (repository) => {
    const weights = known.get(repository) ?? fitWeights(training, repository, hidden);
    known.set(repository, weights);
    return weights;
  };
}

/** Scores each example by weights trained on the other repositories only. */
export function scoreLeftOut(
  examples: readonly LocateTrace[],
  weightsFor: WeightsFor,
): readonly LeftOutExample[] {
  return examples.map((example) => ({
    ...example,
    scores: scoreExample(example, weightsFor(example.issue.repo)),
  }));
}

/** The quality of the rankings by these scores. */
export function judgeScores(
  examples: readonly LeftOutExample[],
  baselines: BaselineRankings,
): readonly LocateOutcome[] {
  return examples.map(({ issue, files, scores }) => {
    const order = [...files.keys()].sort((a, b) => (scores[b] as number) - (scores[a] as number));
    const baseline = baselines.get(issue.instance_id);
    return {
      issue,
      ranks: goldRanks(
        order.map((row) => files[row] as string),
        issue.gold_files,
      ),
      ...(baseline === undefined ? {} : { baseline: goldRanks(baseline, issue.gold_files) }),
    };
  });
}
