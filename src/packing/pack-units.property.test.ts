import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { sized } from '../../tests/effort.ts';
import { type PackableUnit, packUnits } from './pack-units.ts';

function unitsOf(most: number, withConflicts = true): fc.Arbitrary<readonly PackableUnit[]> {
  const one = fc.record({
    tokens: fc.integer({ min: 0, max: 300 }),
    utility: fc.oneof(fc.double({ min: -0.2, max: 1, noNaN: true }), fc.constantFrom(0, 0.5, 1)),
    against: fc.array(fc.nat(most), { maxLength: withConflicts ? 3 : 0 }),
  });
  return fc
    .array(one, { maxLength: most })
    .map((list) =>
      list.map(({ against, ...size }, at) => ({ ...size, id: `${at}`, conflictsWith: against.map(String) })),
    );
}

const rooms = fc.integer({ min: -10, max: 1_500 });

function total(units: readonly PackableUnit[], kind: 'tokens' | 'utility'): number {
  return units.reduce((sum, unit) => sum + unit[kind], 0);
}

function isAllowed(units: readonly PackableUnit[], room: number): boolean {
  const ids = new Set(units.map(({ id }) => id));
  const isApart = units.every(({ id, conflictsWith = [] }) =>
    conflictsWith.every((other) => other === id || !ids.has(other)),
  );
  return isApart && (units.length === 0 || total(units, 'tokens') <= room);
}

function bruteForce(units: readonly PackableUnit[], room: number): number {
  let best = 0;
  for (let subset = 0; subset < 1 << units.length; subset += 1) {
    const chosen = units.filter((_, at) => (subset >> at) & 1);
    if (isAllowed(chosen, room)) best = Math.max(best, total(chosen, 'utility'));
  }
  return best;
}

describe('packing', () => {
  it('is as useful as the best of all choices of twelve units', () => {
    fc.assert(
      fc.property(unitsOf(12), rooms, (units, room) => {
        const { units: packed, utility, mostPossible } = packUnits(units, room);
        expect(utility).toBeCloseTo(bruteForce(units, room), 9);
        expect(total(packed, 'utility')).toBeCloseTo(utility, 9);
        expect(mostPossible).toBe(utility);
      }),
    );
  });

  it.each([
    ['24 units', 24],
    ['many units', 60],
  ])('never exceeds the room or packs what contradicts each other, and keeps the order, of %s', (_, most) => {
    fc.assert(
      fc.property(unitsOf(most), rooms, (units, room) => {
        const { units: packed, utility, mostPossible } = packUnits(units, room);
        expect(isAllowed(packed, room)).toBe(true);
        expect(packed).toEqual(units.filter((unit) => packed.includes(unit)));
        if (most <= 24) expect(utility).toBeCloseTo(mostPossible, 9);
        else expect(utility).toBeLessThanOrEqual(mostPossible + 1e-9);
      }),
    );
  });

  it('says what it may have missed of more than it looks at', () => {
    const ids = Array.from({ length: 70 }, (_, at) => `${at}`);
    const rivals = ids.map((id) => ({ id, tokens: 50, utility: 0.5, conflictsWith: ids }));
    const { units, utility, mostPossible } = packUnits(rivals, 1_000);
    expect(units.map(({ id }) => id)).toEqual(['0']);
    expect(utility).toBe(0.5);
    expect(mostPossible).toBeCloseTo(10);
  });

  it('packs up to a million units, and says how near to the best it is', () => {
    const many = Array.from({ length: sized(1_000_000, 100_000) }, (_, at) => ({
      ...{ id: `${at}`, tokens: 40 + ((at * 97) % 260), utility: ((at * 389) % 1_000) / 1_000 },
    }));
    const { units, utility, mostPossible } = packUnits(many, 1_500);
    expect(total(units, 'tokens')).toBeLessThanOrEqual(1_500);
    expect(utility / mostPossible).toBeGreaterThan(0.95);
  });

  it('takes two for a denser one where that is worth more, and a large one for a denser small one', () => {
    const dense = [
      { id: 'a', tokens: 60, utility: 0.62 },
      { id: 'b', tokens: 50, utility: 0.5 },
      { id: 'c', tokens: 50, utility: 0.5 },
    ];
    expect(packUnits(dense, 100).units.map(({ id }) => id)).toEqual(['b', 'c']);
    const weak = [
      { id: 'a', tokens: 10, utility: 0.2 },
      { id: 'b', tokens: 95, utility: 0.9 },
    ];
    expect(packUnits(weak, 100).units.map(({ id }) => id)).toEqual(['b']);
  });

  it('stays exact in a room of a million tokens', () => {
    const large = [700_001, 300_000, 300_000, 399_999].map((tokens, at) => ({
      id: `${at}`,
      tokens,
      utility: tokens / 1_000_000,
    }));
    expect(packUnits(large, 1_000_000).utility).toBeCloseTo(0.999_999, 9);
  });

  it('takes the earlier of units that are equal', () => {
    const equal = ['a', 'b', 'c'].map((id) => ({ id, tokens: 50, utility: 0.5 }));
    expect(packUnits(equal, 100).units.map(({ id }) => id)).toEqual(['a', 'b']);
  });
});
