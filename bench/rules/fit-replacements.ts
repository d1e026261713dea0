import { createHash } from 'node:crypto';
import { replacementFeatures, replacementWeights } from '../../src/lessons/judge-replacement.ts';
import { fitLogistic, predictLogistic } from '../../src/numeric/fit-logistic.ts';
import { describeRate } from '../reporting/statistics.ts';
import type { Table } from '../reporting/table.ts';
import type { RewrittenPair } from './rule-rewrites.ts';

const penalty = 3;
const thresholds = [0.7, 0.75, 0.8, 0.83, 0.85, 0.9];

/** Weights fitted on all pairs, and what models that did not see the repository, or its half, say of it. */
export function describeReplacementFit(pairs: readonly RewrittenPair[]): readonly Table[] {
  const shipped: readonly number[] = Object.values(replacementWeights);
  const fitted = fitWeights(pairs);
  const leftOut = scoreLeftOut(pairs, ({ pair }) => pair.repo);
  const halves = scoreLeftOut(pairs, ({ pair }) => wasRead(pair.repo));
  return [
    {
      title: `Weights, fitted on ${pairs.length} pairs`,
      columns: ['weight', 'fitted', 'shipped'],
      rows: Object.keys(replacementWeights).map((name, at) => [
        name,
        (fitted[at] ?? 0).toFixed(2),
        (shipped[at] ?? 0).toFixed(2),
      ]),
    },
    thresholdTable('On repositories left out', leftOut),
    thresholdTable(
      'On the repositories that nobody had read when the features were chosen, fitted on the others',
      halves.filter(({ pair }) => !wasRead(pair.pair.repo)),
    ),
  ];
}

/** Decided by the name alone, before anything was read. */
function wasRead(repository: string): boolean {
  return (createHash('sha256').update(repository).digest().at(-1) ?? 0) % 2 === 0;
}

interface Scored {
  readonly pair: RewrittenPair;
  readonly score: number;
}

function scoreLeftOut(
  pairs: readonly RewrittenPair[],
  groupOf: (pair: RewrittenPair) => string | boolean,
): readonly Scored[] {
  return [...Map.groupBy(pairs, groupOf)].flatMap(([group, own]) => {
    const weights = fitWeights(pairs.filter((pair) => groupOf(pair) !== group));
    return own.map((pair) => ({ pair, score: predictLogistic(weights, featuresOf(pair)) }));
  });
}

function thresholdTable(title: string, scored: readonly Scored[]): Table {
  const superseding = scored.filter(({ pair }) => isSuperseding(pair)).length;
  const restating = scored.filter(({ pair }) => pair.pair.relation === 'equivalent').length;
  return {
    title,
    columns: ['threshold', 'precision', 'recall', 'equivalent called so'],
    rows: thresholds.map((least) => {
      const acted = scored.filter(({ score }) => score >= least);
      const right = acted.filter(({ pair }) => isSuperseding(pair)).length;
      const equal = acted.filter(({ pair }) => pair.pair.relation === 'equivalent').length;
      return [
        least,
        describeRate(right, acted.length),
        describeRate(right, superseding),
        describeRate(equal, restating),
      ];
    }),
  };
}

function featuresOf({ older, newer, rewrite }: RewrittenPair): readonly number[] {
  return replacementFeatures(older, newer, rewrite);
}

function fitWeights(pairs: readonly RewrittenPair[]): readonly number[] {
  return fitLogistic(pairs.map(featuresOf), pairs.map(isSuperseding), penalty);
}

function isSuperseding({ pair }: RewrittenPair): boolean {
  return pair.relation === 'supersedes';
}
