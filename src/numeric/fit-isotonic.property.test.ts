import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fitIsotonic, isotonicAt } from './fit-isotonic.ts';

const cases = fc.array(fc.tuple(fc.double({ min: 0, max: 1, noNaN: true }), fc.boolean()), { maxLength: 60 });

const fitted = (all: readonly (readonly [number, boolean])[]) =>
  fitIsotonic(
    all.map(([score]) => score),
    all.map(([, label]) => label),
  );

describe('fitIsotonic', () => {
  it('never falls, and is right on average', () => {
    fc.assert(
      fc.property(cases, (all) => {
        const steps = fitted(all);
        expect(steps.values).toEqual(steps.values.toSorted((a, b) => a - b));
        const predicted = all.reduce((sum, [score]) => sum + isotonicAt(steps, score), 0);
        expect(predicted).toBeCloseTo(all.filter(([, label]) => label).length, 6);
      }),
    );
  });

  it('is nearer to the labels than any constant', () => {
    fc.assert(
      fc.property(cases, fc.double({ min: 0, max: 1, noNaN: true }), (all, constant) => {
        const steps = fitted(all);
        const error = (predict: (score: number) => number) =>
          all.reduce((sum, [score, label]) => sum + (predict(score) - (label ? 1 : 0)) ** 2, 0);
        expect(error((score) => isotonicAt(steps, score))).toBeLessThanOrEqual(error(() => constant) + 1e-9);
      }),
    );
  });

  it('keeps a rising order, pools a falling one, and says nothing of nothing', () => {
    expect(
      fitted([
        [0.1, false],
        [0.9, true],
      ]),
    ).toEqual({ from: [0.1, 0.9], values: [0, 1] });
    expect(
      fitted([
        [0.1, true],
        [0.9, false],
      ]),
    ).toEqual({ from: [0.1], values: [0.5] });
    expect(isotonicAt(fitted([]), 0.3)).toBe(0.5);
  });
});
