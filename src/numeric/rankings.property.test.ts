import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { wilsonInterval } from './confidence-bounds.ts';
import { fuseRankings, largestOf, selectLargest } from './rankings.ts';

describe('selectLargest', () => {
  it('is sorting, cut off', () => {
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: -5, max: 5 }), { maxLength: 500 }),
        fc.integer({ min: -1, max: 20 }),
        (values, count) => {
          const expected = [...values.keys()]
            .filter((position) => (values[position] ?? 0) > 0)
            .sort((a, b) => (values[b] ?? 0) - (values[a] ?? 0) || b - a)
            .slice(0, Math.max(0, count));
          expect(selectLargest(values, count)).toEqual(expected);
        },
      ),
    );
  });
});

describe('wilsonInterval', () => {
  it('holds the share and shrinks with evidence', () => {
    fc.assert(
      fc.property(fc.nat(50), fc.nat(50), (successes, failures) => {
        const trials = successes + failures;
        const { low, high } = wilsonInterval(successes, trials);
        const share = trials === 0 ? 0.5 : successes / trials;
        expect(low).toBeLessThanOrEqual(share + 1e-12);
        expect(high).toBeGreaterThanOrEqual(share - 1e-12);
        const more = wilsonInterval(successes * 4, trials * 4);
        expect(more.high - more.low).toBeLessThanOrEqual(high - low);
      }),
    );
  });

  it('agrees with the published example: 8 of 10', () => {
    const { low, high } = wilsonInterval(8, 10);
    expect(low).toBeCloseTo(0.4902, 4);
    expect(high).toBeCloseTo(0.9433, 4);
  });
});

describe('fuseRankings', () => {
  it('ignores the order of the lists', () => {
    const lists = fc.array(fc.uniqueArray(fc.nat(20), { maxLength: 10 }), { maxLength: 5 });
    fc.assert(
      fc.property(lists, (rankings) => {
        const forward = fuseRankings(rankings.map((candidates) => ({ candidates })));
        const backward = fuseRankings(rankings.toReversed().map((candidates) => ({ candidates })));
        expect(new Set(forward.keys())).toEqual(new Set(backward.keys()));
        for (const [candidate, score] of forward) expect(backward.get(candidate)).toBeCloseTo(score, 12);
      }),
    );
  });

  it('never ranks a candidate lower for standing in one more list', () => {
    const alone = fuseRankings([{ candidates: ['a', 'b'] }]).get('b') ?? 0;
    const both = fuseRankings([{ candidates: ['a', 'b'] }, { candidates: ['b'] }]).get('b') ?? 0;
    expect(both).toBeGreaterThan(alone);
  });
});

describe('largestOf', () => {
  it('is the largest value, and 0 where there is none above', () => {
    expect(largestOf([0.5, 3, 2])).toBe(3);
    expect(largestOf(Float64Array.of(-2, -1))).toBe(0);
    expect(largestOf([])).toBe(0);
  });
});
