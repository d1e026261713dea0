import fc from 'fast-check';
import { expect, it } from 'vitest';
import { times } from '../../tests/effort.ts';
import { placeOrdinals } from './rank-items.ts';

const lists = fc.array(
  fc
    .uniqueArray(fc.oneof(fc.nat(200), fc.nat(3_000_000)), { maxLength: 60 })
    .map((ordinals) => Uint32Array.from(ordinals).toSorted()),
  { maxLength: 5 },
);

it('lists each ordinal once, ascending, and knows where each stands', () => {
  fc.assert(
    fc.property(lists, (given) => {
      const { ordinals, placeOf } = placeOrdinals(given);
      const expected = [...new Set(given.flatMap((list) => [...list]))].toSorted((a, b) => a - b);
      expect([...ordinals]).toEqual(expected);
      expect(expected.map(placeOf)).toEqual(expected.map((_, place) => place));
    }),
    { numRuns: times(200) },
  );
});

it('knows every place in full words', () => {
  const all = Uint32Array.from({ length: 97 }, (_, ordinal) => ordinal);
  const { ordinals, placeOf } = placeOrdinals([all]);
  expect([...ordinals]).toEqual([...all]);
  expect([...all].map(placeOf)).toEqual([...all]);
});
