import { describe, expect, it } from 'vitest';
import { utilityOf } from '../../../src/judging/utility.ts';
import { estimateByProxy } from '../proxy/estimate.ts';
import { readEvidence, type UnitEvidence } from '../proxy/evidence.ts';
import { exampleTask, plainUnit, readExamples } from '../proxy/example-units.ts';
import { type Ranker, rankerScore } from './ranker.ts';
import { unitFeatureNames, unitFeatures } from './unit-features.ts';

describe('the features', () => {
  it('are 25, all numbers, for every kind of bad unit', () => {
    expect(unitFeatureNames).toHaveLength(25);
    const rows = readExamples(
      { text: '', tokens: 0 },
      { text: 'roundHalfEven '.repeat(800_000), tokens: 9e9, conflicts: 1e6 },
      { places: [''], names: [''], confidence: 0, isStale: true },
    ).map(unitFeatures);
    for (const row of rows) {
      expect(row).toHaveLength(25);
      expect([...row].every(Number.isFinite)).toBe(true);
    }
  });

  it('are empty without anything in common, and without units', () => {
    expect(readEvidence([], exampleTask)).toEqual([]);
    const [none] = readEvidence([plainUnit], { text: '', plannedActions: [] });
    expect(utilityOf(estimateByProxy(none as UnitEvidence))).toBeLessThanOrEqual(0);
  });
});

describe('a ranker', () => {
  const width = unitFeatureNames.length;
  const linear: Ranker = { kind: 'linear', version: 1, weights: new Array(width).fill(0.5) };
  const layers: Ranker = {
    ...{ kind: 'two_layer', version: 1, hiddenBias: [0, -1], output: [1, -2] },
    hidden: [new Array(width).fill(1), new Array(width).fill(-1)],
  };

  it('scores by its weights, and cuts hidden units at zero', () => {
    const features = new Float64Array(width).fill(1);
    expect(rankerScore(linear, features)).toBeCloseTo(width / 2);
    expect(rankerScore(layers, features)).toBeCloseTo(width);
  });
});
