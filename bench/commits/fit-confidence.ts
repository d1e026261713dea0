import { highestConfidence, hitFeatures, hitWeights } from '../../src/history/estimate-confidence.ts';
import { predictLogistic } from '../../src/numeric/probabilities.ts';
import { fitLogistic } from '../reporting/fit-logistic.ts';
import type { Table } from '../reporting/table.ts';
import { describeReliability, type Judgement, rankingQuality } from './reliability.ts';

/**
 * Fits the weights of `estimate-confidence.ts` anew, and shows how they do on repositories they were not fitted on (one
 * left out at a time).
 */
export function describeFit(judgements: readonly Judgement[]): readonly Table[] {
  const weights = fitWeights(judgements);
  const names = Object.keys(hitWeights);
  const shipped = Object.values(hitWeights) as readonly number[];
  const leftOut = [...Map.groupBy(judgements, ({ repository }) => repository)].flatMap(
    ([repository, own]) => {
      const others = fitWeights(judgements.filter((judgement) => judgement.repository !== repository));
      return own.map((judgement) => ({ ...judgement, confidence: predict(others, judgement) }));
    },
  );
  const { confidence_ece, confidence_auc } = rankingQuality(leftOut);
  return [
    {
      title: `Weights, fitted on ${judgements.length} hits (${judgements.filter(({ isRight }) => isRight).length} right)`,
      columns: ['weight', 'fitted', 'shipped'],
      rows: names.map((name, i) => [name, (weights[i] ?? 0).toFixed(4), (shipped[i] ?? 0).toFixed(4)]),
    },
    {
      ...describeReliability(leftOut),
      title: `On repositories left out: ECE ${confidence_ece.toFixed(3)}, AUC ${confidence_auc.toFixed(3)}`,
    },
  ];
}

function fitWeights(judgements: readonly Judgement[]): readonly number[] {
  return fitLogistic(
    judgements.map(({ evidence }) => hitFeatures(evidence)),
    judgements.map(({ isRight }) => isRight),
  );
}

function predict(weights: readonly number[], { evidence }: Judgement): number {
  return Math.min(highestConfidence, predictLogistic(weights, hitFeatures(evidence)));
}
