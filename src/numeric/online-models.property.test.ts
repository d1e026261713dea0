import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  emptyLogistic,
  emptyRidge,
  logisticOf,
  predictRidge,
  ridgeWidth,
  updateLogistic,
  updateRidge,
} from './online-models.ts';
import { seededRandom } from './seeded-random.ts';

const number = fc.double({ min: -10, max: 10, noNaN: true });
const observations = fc.array(fc.tuple(number, number, fc.boolean()), { maxLength: 60 });

describe('the online logistic', () => {
  it('gives probabilities whatever it was told', () => {
    fc.assert(
      fc.property(observations, number, number, (all, x, y) => {
        const { weights } = all.reduce(
          (model, [a, b, label]) => updateLogistic(model, [1, a, b], label),
          emptyLogistic(3),
        );
        const probability = logisticOf(weights, [1, x * 1e6, y]);
        expect(probability).toBeGreaterThan(0);
        expect(probability).toBeLessThan(1);
      }),
    );
  });

  it('moves towards what it is told', () => {
    fc.assert(
      fc.property(observations, number, fc.boolean(), (all, x, label) => {
        const row = [1, x];
        const before = all.reduce(
          (model, [a, , told]) => updateLogistic(model, [1, a], told),
          emptyLogistic(2),
        );
        const after = updateLogistic(before, row, label, { penalty: 0 });
        const moved = logisticOf(after.weights, row) - logisticOf(before.weights, row);
        expect(label ? moved : -moved).toBeGreaterThanOrEqual(-1e-12);
      }),
    );
  });

  it('begins with the odds it is given and learns a rule from noise', () => {
    expect(logisticOf(emptyLogistic(2, Math.log(1 / 3)).weights, [1, 5])).toBeCloseTo(0.25);
    const random = seededRandom(7);
    let model = emptyLogistic(3);
    for (let i = 0; i < 3_000; i++) {
      const x = random() * 4 - 2;
      model = updateLogistic(model, [1, x, random()], random() < 1 / (1 + Math.exp(-2 * x)));
    }
    for (const x of [-1, 0, 1])
      expect(Math.abs(logisticOf(model.weights, [1, x, 0.5]) - 1 / (1 + Math.exp(-2 * x)))).toBeLessThan(
        0.08,
      );
  });
});

const feature = fc.double({ min: -3, max: 3, noNaN: true });
const row = fc.tuple(feature, feature, feature);
const targets = fc.array(fc.tuple(row, feature), { minLength: 1, maxLength: 30 });

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
      fc.property(targets, fc.double({ min: 0.1, max: 5, noNaN: true }), (all, penalty) => {
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
      fc.property(targets, (all) => {
        const backwards = learn(all.toReversed()).weights;
        learn(all).weights.forEach((weight, i) => {
          expect(weight).toBeCloseTo(backwards[i] ?? Number.NaN, 6);
        });
      }),
    );
  });

  it('grows surer with every observation, and surest of what it has just seen', () => {
    fc.assert(
      fc.property(targets, row, (all, asked) => {
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
