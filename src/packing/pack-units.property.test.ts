import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { packByExchange } from './pack-by-exchange.ts';
import { packExactly } from './pack-exactly.ts';
import { packUnits } from './pack-units.ts';
import type { PackableUnit } from './packable-unit.ts';

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
        const { units: packed, utility, mostPossible } = packExactly(units, room);
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
        expect(utility).toBeLessThanOrEqual(mostPossible + 1e-9);
      }),
    );
  });

  it('finds the best of thirty units, or bounds what it may have missed', () => {
    fc.assert(
      fc.property(unitsOf(30), rooms, (units, room) => {
        const { utility, mostPossible } = packUnits(units, room);
        const best = packExactly(units, room).utility;
        expect(mostPossible).toBeGreaterThanOrEqual(best - 1e-9);
        expect(utility).toBeGreaterThanOrEqual(packByExchange(units, room).utility - 1e-9);
        if (mostPossible - utility < 1e-9) expect(utility).toBeCloseTo(best, 9);
      }),
      { numRuns: 40 },
    );
    const few = Array.from({ length: 30 }, (_, at) => ({
      ...{ id: `${at}`, tokens: 40 + ((at * 97) % 260), utility: ((at * 389) % 1_000) / 1_000 },
      conflictsWith: [`${(at * 7 + 3) % 30}`, `${(at * 11 + 5) % 30}`],
    }));
    const stopped = packExactly(few, 1_500, 5);
    expect(stopped.mostPossible).toBeGreaterThan(stopped.utility);
    expect(packUnits(few, 1_500).utility).toBeCloseTo(packExactly(few, 1_500).utility, 9);
  });

  it('bounds what exchanging loses, and loses at most half without conflicts', () => {
    fc.assert(
      fc.property(unitsOf(12), rooms, (units, room) => {
        expect(packByExchange(units, room).mostPossible).toBeGreaterThanOrEqual(
          bruteForce(units, room) - 1e-9,
        );
      }),
    );
    fc.assert(
      fc.property(unitsOf(12, false), rooms, (units, room) => {
        expect(packByExchange(units, room).utility).toBeGreaterThanOrEqual(
          bruteForce(units, room) / 2 - 1e-9,
        );
      }),
    );
  });

  it('packs a million units, and says how near to the best it is', () => {
    const many = Array.from({ length: 1_000_000 }, (_, at) => ({
      ...{ id: `${at}`, tokens: 40 + ((at * 97) % 260), utility: ((at * 389) % 1_000) / 1_000 },
    }));
    const { units, utility, mostPossible } = packUnits(many, 1_500);
    expect(total(units, 'tokens')).toBeLessThanOrEqual(1_500);
    expect(utility / mostPossible).toBeGreaterThan(0.95);
  });

  it('exchanges two for one where that is worth more', () => {
    const dense = [
      { id: 'a', tokens: 60, utility: 0.62 },
      { id: 'b', tokens: 50, utility: 0.5 },
      { id: 'c', tokens: 50, utility: 0.5 },
    ];
    expect(packByExchange(dense, 100).utility).toBeLessThan(packExactly(dense, 100).utility);
    expect(packExactly(dense, 100).units.map(({ id }) => id)).toEqual(['b', 'c']);
    const weak = [
      { id: 'a', tokens: 10, utility: 0.2 },
      { id: 'b', tokens: 95, utility: 0.9 },
    ];
    expect(packByExchange(weak, 100).units.map(({ id }) => id)).toEqual(['b']);
  });

  it('stays exact in a room of a million tokens', () => {
    const large = [700_001, 300_000, 300_000, 399_999].map((tokens, at) => ({
      id: `${at}`,
      tokens,
      utility: tokens / 1_000_000,
    }));
    expect(packExactly(large, 1_000_000).utility).toBeCloseTo(0.999_999, 9);
  });

  it('takes the earlier of units that are equal', () => {
    const equal = ['a', 'b', 'c'].map((id) => ({ id, tokens: 50, utility: 0.5 }));
    expect(packUnits(equal, 100).units.map(({ id }) => id)).toEqual(['a', 'b']);
  });
});
