import type { MatchEvidence } from '../../src/index.ts';
import { areaUnderCurve } from '../reporting/area-under-curve.ts';
import { describeRate } from '../reporting/statistics.ts';
import type { Table } from '../reporting/table.ts';

/** A hit with the confidence it was given and what it turned out to be. */
export interface Judgement {
  readonly repository: string;
  readonly confidence: number;
  readonly evidence: MatchEvidence;
  readonly isRight: boolean;
}

const edges = [0, 0.05, 0.1, 0.15, 0.2, 0.3, 0.4, 1.01];

/** Whether confidences mean what they say: promised against kept, by bin. */
export function describeReliability(judgements: readonly Judgement[]): Table {
  const bins = edges.slice(0, -1).map((low, index) => {
    const high = edges[index + 1] as number;
    return { low, high, own: judgements.filter(({ confidence }) => confidence >= low && confidence < high) };
  });
  return {
    title: 'Confidence: a hit is right when it changed a file that the fix changes',
    columns: ['confidence', 'hits', 'mean promised', 'kept'],
    rows: bins
      .filter(({ own }) => own.length > 0)
      .map(({ low, high, own }) => [
        `${low.toFixed(2)}–${Math.min(1, high).toFixed(2)}`,
        own.length,
        mean(own.map(({ confidence }) => confidence)).toFixed(2),
        describeRate(own.filter(({ isRight }) => isRight).length, own.length),
      ]),
  };
}

/** Expected calibration error over the bins, and the area under the ROC curve. */
export function rankingQuality(judgements: readonly Judgement[]): {
  readonly confidence_ece: number;
  readonly confidence_auc: number;
} {
  let error = 0;
  for (const [index, low] of edges.slice(0, -1).entries()) {
    const high = edges[index + 1] as number;
    const own = judgements.filter(({ confidence }) => confidence >= low && confidence < high);
    if (own.length === 0) continue;
    const kept = own.filter(({ isRight }) => isRight).length / own.length;
    error += own.length * Math.abs(kept - mean(own.map(({ confidence }) => confidence)));
  }
  const confidencesOf = (right: boolean) =>
    judgements.filter(({ isRight }) => isRight === right).map(({ confidence }) => confidence);
  return {
    confidence_ece: error / judgements.length,
    confidence_auc: areaUnderCurve(confidencesOf(true), confidencesOf(false)),
  };
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}
