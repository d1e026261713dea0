import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { times } from '../../tests/effort.ts';
import { hashKeyFrom, keyedHash, keyedHashOfBytes } from './keyed-hash.ts';

const referenceKey = [0x03020100, 0x07060504, 0x0b0a0908, 0x0f0e0d0c] as const;
const uuid = fc.uuid({ version: 4 });

describe('keyedHash', () => {
  it.each([
    [0, 0xdd0e0e31],
    [1, 0x93dc67fd],
    [7, 0x8b01d137],
    [8, 0x9a932462],
    [15, 0x49be45e5],
  ])('of %i bytes is what the reference implementation of SipHash-2-4 gives', (length, low) => {
    const bytes = Uint8Array.from({ length }, (_, at) => at);
    expect(keyedHashOfBytes(referenceKey, bytes)).toBe(low);
  });

  it('is the same for the same text, and cannot be told without the key', () => {
    fc.assert(
      fc.property(uuid, uuid, fc.string({ minLength: 1 }), (one, other, text) => {
        const hash = keyedHash(hashKeyFrom(one), text);
        expect(keyedHash(hashKeyFrom(one), text)).toBe(hash);
        // Of two keys, one in four thousand million texts has one hash.
        if (one !== other) expect(keyedHash(hashKeyFrom(other), text)).not.toBe(hash);
      }),
      { numRuns: times(100) },
    );
  });
});
