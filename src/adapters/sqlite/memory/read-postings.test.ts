import fc from 'fast-check';
import { expect, it } from 'vitest';
import { mergePostings, type PostingColumns } from './read-postings.ts';

const ordinals = fc.uniqueArray(fc.integer({ min: 0, max: 60 }), { maxLength: 40 });

function columnsOf(sorted: readonly number[]): PostingColumns {
  return {
    ordinals: Uint32Array.from(sorted),
    frequencies: Uint16Array.from(sorted, (ordinal) => ordinal + 100),
    lengths: Uint16Array.from(sorted, (ordinal) => ordinal + 200),
  };
}

it('puts the postings of two scopes in order, each with its own numbers', () => {
  fc.assert(
    fc.property(ordinals, fc.integer({ min: 0, max: 40 }), (all, cut) => {
      const ascending = (values: readonly number[]) => values.toSorted((a, b) => a - b);
      const [one, other] = [ascending(all.slice(0, cut)), ascending(all.slice(cut))];
      const expected = columnsOf(ascending(all));
      expect(mergePostings(columnsOf(one), columnsOf(other))).toEqual(expected);
      expect(mergePostings(columnsOf(other), columnsOf(one))).toEqual(expected);
    }),
  );
});
