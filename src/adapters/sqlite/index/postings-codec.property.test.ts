import fc from 'fast-check';
import { expect, it } from 'vitest';
import { decodePostings, encodePostings } from './row-codecs.ts';

const postings = fc.uniqueArray(fc.nat(0xffff_fffe), { maxLength: 200 }).chain((ordinals) =>
  fc.record({
    ordinals: fc.constant(ordinals.sort((a, b) => a - b)),
    frequencies: fc.array(fc.integer({ min: 1, max: 0xffff }), {
      minLength: ordinals.length,
      maxLength: ordinals.length,
    }),
  }),
);

it('gives back what was encoded, behind what is there already', () => {
  fc.assert(
    fc.property(postings, fc.nat(1_000), ({ ordinals, frequencies }, offset) => {
      const base = Math.min(ordinals[0] ?? 0, 1_000_000);
      const target = {
        ordinals: new Uint32Array(offset + ordinals.length),
        frequencies: new Uint16Array(offset + ordinals.length),
      };
      const end = decodePostings(encodePostings(ordinals, frequencies, base), base, target, offset);
      expect(end).toBe(offset + ordinals.length);
      expect([...target.ordinals.subarray(offset)]).toEqual(ordinals);
      expect([...target.frequencies.subarray(offset)]).toEqual(frequencies);
    }),
  );
});
