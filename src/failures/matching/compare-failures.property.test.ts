import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { failureProfile } from '../../../tests/fakes/memory-item.ts';
import type { FailureSketch } from '../../model/failure.ts';
import { type ComparedFailure, compareFailures, ReadSketch } from './compare-failures.ts';

const hashes = fc.uniqueArray(fc.integer({ min: 1, max: 12 }), { maxLength: 6 });
const sketch: fc.Arbitrary<FailureSketch> = fc.record({
  spine: hashes,
  tellingWords: fc.integer({ min: 0, max: 4 }),
  lines: hashes,
  wordings: hashes,
  places: fc.array(hashes, { maxLength: 3 }),
  names: hashes,
});
const failure: fc.Arbitrary<ComparedFailure> = sketch.map((one) => ({
  profile: failureProfile({ sketch: one }),
  sketch: new ReadSketch(one),
}));

describe('compareFailures', () => {
  it('stays within 0 and 1, and is as like one way as the other', () => {
    fc.assert(
      fc.property(failure, failure, (one, other) => {
        const { likeness } = compareFailures(one, other);
        expect(likeness).toBeGreaterThanOrEqual(0);
        expect(likeness).toBeLessThanOrEqual(1);
        expect(compareFailures(other, one).likeness).toBe(likeness);
      }),
    );
  });

  it('calls nothing the same of which a reason says that it is not', () => {
    fc.assert(
      fc.property(failure, failure, (one, other) => {
        const { strength, reason, caveat } = compareFailures(one, other);
        expect(strength === 'same').toBe(reason === undefined);
        if (caveat !== undefined) expect(strength).toBe('same');
      }),
    );
  });

  it('finds no reason and no caveat between a failure and itself, but that it says too little', () => {
    fc.assert(
      fc.property(failure, (one) => {
        const { reason, caveat } = compareFailures(one, one);
        expect(caveat).toBeUndefined();
        if (reason !== undefined && one.sketch.sketch.spine.length > 0)
          expect(reason).toBe('too little is said to tell which failure it is');
      }),
    );
  });
});
