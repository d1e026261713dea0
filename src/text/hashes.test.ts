import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { times } from '../../tests/effort.ts';
import { hashKeyFrom, keyedHash, keyedHashOfBytes, uuidOf } from './hashes.ts';

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

it('is the same for the same text, and has the form of a UUID', () => {
  expect(uuidOf('kettle')).toBe(uuidOf('kettle'));
  expect(uuidOf('kettle')).toMatch(/^[\da-f]{8}-[\da-f]{4}-8[\da-f]{3}-8[\da-f]{3}-[\da-f]{12}$/);
});

it('tells texts apart, from the first digits on', () => {
  const texts = Array.from({ length: 5_000 }, (_, at) => `session\ntoolu_${at}`);
  expect(new Set(texts.map(uuidOf)).size).toBe(texts.length);
  expect(new Set(texts.map((text) => uuidOf(text).slice(0, 8))).size).toBeGreaterThan(texts.length - 3);
});
