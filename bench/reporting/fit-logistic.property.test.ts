import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { predictLogistic } from '../../src/numeric/probabilities.ts';
import { fitLogistic } from './fit-logistic.ts';

const observation = fc.record({
  features: fc.tuple(
    fc.constant(1),
    fc.double({ min: -3, max: 3, noNaN: true }),
    fc.double({ min: -3, max: 3, noNaN: true }),
  ),
  label: fc.boolean(),
});
/** Both labels occur, so that a best constant exists. */
const observations = fc
  .array(observation, { minLength: 4, maxLength: 40 })
  .filter((all) => new Set(all.map(({ label }) => label)).size === 2);

type Observations = readonly { readonly features: readonly number[]; readonly label: boolean }[];

const weightsOf = (all: Observations, penalty = 1) =>
  fitLogistic(
    all.map(({ features }) => features),
    all.map(({ label }) => label),
    penalty,
  );

describe('fitLogistic', () => {
  it('stops where the penalised likelihood is flat: no weight can be bettered', () => {
    fc.assert(
      fc.property(observations, (all) => {
        const weights = weightsOf(all);
        const errors = all.map(({ features, label }) => predictLogistic(weights, features) - (label ? 1 : 0));
        weights.forEach((weight, i) => {
          const slope = all.reduce((sum, { features }, n) => sum + (errors[n] ?? 0) * (features[i] ?? 0), 0);
          expect(slope + (i === 0 ? 0 : weight)).toBeCloseTo(0, 6);
        });
      }),
    );
  });

  it('is as sure on average as the labels are', () => {
    fc.assert(
      fc.property(observations, (all) => {
        const weights = weightsOf(all);
        const predicted = all.reduce((sum, { features }) => sum + predictLogistic(weights, features), 0);
        expect(predicted).toBeCloseTo(all.filter(({ label }) => label).length, 6);
      }),
    );
  });

  it('ignores the order of observations, and turns round with the labels', () => {
    fc.assert(
      fc.property(observations, (all) => {
        const weights = weightsOf(all);
        weightsOf(all.toReversed()).forEach((weight, i) => {
          expect(weight).toBeCloseTo(weights[i] ?? 0, 6);
        });
        weightsOf(all.map(({ features, label }) => ({ features, label: !label }))).forEach((weight, i) => {
          expect(weight).toBeCloseTo(-(weights[i] ?? 0), 6);
        });
      }),
    );
  });

  it('gives smaller weights under a stronger penalty', () => {
    fc.assert(
      fc.property(observations, (all) => {
        const size = (weights: readonly number[]) =>
          weights.slice(1).reduce((sum, weight) => sum + weight ** 2, 0);
        expect(size(weightsOf(all, 10))).toBeLessThanOrEqual(size(weightsOf(all, 1)) + 1e-9);
      }),
    );
  });

  it('stays finite on features that say the same, on labels that are all alike, and on nothing', () => {
    const twins = [0, 1, 2, 3].map((x) => ({ features: [1, x, x], label: x > 1 }));
    const weights = weightsOf(twins);
    expect(weights[1]).toBeCloseTo(weights[2] ?? 0, 6);
    const alike = weightsOf([1, 2, 3].map((x) => ({ features: [1, x], label: true })));
    expect(alike.every(Number.isFinite)).toBe(true);
    expect(predictLogistic(alike, [1, 2])).toBeGreaterThan(0.99);
    expect(fitLogistic([], [])).toEqual([]);
  });
});
