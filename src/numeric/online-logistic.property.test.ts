import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { emptyLogistic, logisticOf, updateLogistic } from './online-logistic.ts';
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
