import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { emptyRidge, predictRidge, ridgeWidth, updateRidge } from './ridge-model.ts';

const number = fc.double({ min: -3, max: 3, noNaN: true });
const row = fc.tuple(number, number, number);
const observations = fc.array(fc.tuple(row, number), { minLength: 1, maxLength: 30 });

type Observations = readonly (readonly [readonly number[], number])[];

function learn(all: Observations, penalty = 1) {
  return all.reduce(
    (model, [features, target]) => updateRidge(model, features, target),
    emptyRidge(3, penalty),
  );
}

describe('the ridge model', () => {
  it('stops where the penalised squared error is flat, as if it had seen everything at once', () => {
    fc.assert(
      fc.property(observations, fc.double({ min: 0.1, max: 5, noNaN: true }), (all, penalty) => {
        const { weights } = learn(all, penalty);
        weights.forEach((weight, i) => {
          const slope = all.reduce(
            (sum, [features, target]) =>
              sum +
              (features.reduce((p, x, j) => p + x * (weights[j] ?? 0), 0) - target) * (features[i] ?? 0),
            penalty * weight,
          );
          expect(slope).toBeCloseTo(0, 5);
        });
      }),
    );
  });

  it('does not hang on the order of observations', () => {
    fc.assert(
      fc.property(observations, (all) => {
        const backwards = learn(all.toReversed()).weights;
        learn(all).weights.forEach((weight, i) => {
          expect(weight).toBeCloseTo(backwards[i] ?? Number.NaN, 6);
        });
      }),
    );
  });

  it('grows surer with every observation, and surest of what it has just seen', () => {
    fc.assert(
      fc.property(observations, row, (all, asked) => {
        let model = emptyRidge(3);
        for (const [features, target] of all) {
          const next = updateRidge(model, features, target);
          expect(ridgeWidth(next, asked)).toBeLessThanOrEqual(ridgeWidth(model, asked) + 1e-9);
          model = next;
        }
      }),
    );
  });

  it('knows nothing at first, and learns a line', () => {
    expect(predictRidge(emptyRidge(3), [1, 2, 3])).toBe(0);
    const rows = Array.from({ length: 200 }, (_, i) => [1, i % 7, i % 5] as const);
    const model = learn(rows.map((features) => [features, 2 - features[1] + 0.5 * features[2]] as const));
    expect(predictRidge(model, [1, 3, 4])).toBeCloseTo(1, 1);
  });
});
