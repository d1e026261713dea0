import { describe, expect, it } from 'vitest';
import { fitListwise, type ListwiseExample, type ListwiseOptions } from './fit-listwise.ts';
import { softmax } from './probabilities.ts';

const options: ListwiseOptions = {
  nonNegative: [true, true, true],
  epochs: 30,
  learningRate: 0.02,
  penalty: 1e-3,
  batchSize: 8,
  seed: 1,
};

/** Questions of ten candidates with three features; the one with the largest Σ truth · feature is right. */
function synthetic(truth: readonly number[], count: number): readonly ListwiseExample[] {
  let state = 7;
  const random = () => {
    state = (state * 16_807) % 2_147_483_647;
    return state / 2_147_483_647;
  };
  return Array.from({ length: count }, () => {
    const rows = Float64Array.from({ length: 30 }, random);
    const scores = Array.from({ length: 10 }, (_, row) =>
      truth.reduce((sum, weight, i) => sum + weight * (rows[row * 3 + i] ?? 0), 0),
    );
    return { rows, right: [scores.indexOf(Math.max(...scores))] };
  });
}

describe('fitListwise', () => {
  it('finds again which features decide', () => {
    const [strong = 0, weak = 0, none = 0] = fitListwise(synthetic([3, 1, 0], 300), options);
    expect(strong / weak).toBeGreaterThan(2.3);
    expect(strong / weak).toBeLessThan(3.8);
    expect(Math.abs(none)).toBeLessThan(weak / 5);
  });

  it('stays where it is pulled to, unless the examples say otherwise loudly enough', () => {
    const anchor = [0.5, 2, 1];
    const pulled = (penalty: number) =>
      fitListwise(synthetic([3, 1, 0], 200), { ...options, penalty, anchor, initial: anchor });
    pulled(1_000).forEach((weight, i) => {
      expect(weight).toBeCloseTo(anchor[i] ?? 0, 1);
    });
    const [strong = 0, weak = 0] = pulled(1e-3);
    expect(strong).toBeGreaterThan(weak);
  });

  it('lets one right candidate be enough where any is, and shares the mass among all of them else', () => {
    // Two are right, each by a feature of its own; the first is ahead from the start, and a third is wrong.
    const examples = [{ rows: Float64Array.of(1, 0, 0, 0, 1, 0, 0, 0, 1), right: [0, 1] }];
    const leadOf = (anyRight: boolean) => {
      const [first = 0, second = 0] = fitListwise(examples, { ...options, initial: [2, 0, 0], anyRight });
      return first - second;
    };
    expect(leadOf(true)).toBeGreaterThan(2);
    expect(leadOf(false)).toBeLessThan(2);
  });

  it('keeps evidence from speaking against, and lets priors', () => {
    const examples = synthetic([2, -2, 0], 200);
    expect(fitListwise(examples, options)[1]).toBe(0);
    const free = fitListwise(examples, { ...options, nonNegative: [true, false, true] });
    expect(free[1]).toBeLessThan(-1);
  });

  it('gives the same weights for the same seed', () => {
    const examples = synthetic([1, 2, 3], 50);
    expect(fitListwise(examples, options)).toEqual(fitListwise(examples, options));
    expect(fitListwise(examples, options)).not.toEqual(fitListwise(examples, { ...options, seed: 2 }));
  });

  it('learns nothing from questions without a right answer', () => {
    const hopeless = synthetic([1, 2, 3], 5).map((example) => ({ ...example, right: [] }));
    expect(fitListwise(hopeless, { ...options, initial: [1, 2, 3] })).toEqual([1, 2, 3]);
  });
});

describe('softmax', () => {
  it('adds up to 1, whatever the size of the scores', () => {
    const shares = softmax(Float64Array.of(1_000, 999, -1_000));
    expect(shares[0]).toBeCloseTo(1 / (1 + Math.exp(-1)));
    expect(shares.reduce((sum, share) => sum + share, 0)).toBeCloseTo(1);
  });
});
