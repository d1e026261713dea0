import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { times } from '../../../tests/effort.ts';
import { decodedView } from './recompose.ts';

const escapes = /(?:%[0-9a-f]{2})+/gi;

const text = fc
  .array(fc.constantFrom('a', '%', '%4', '%70', '%3D', '%E2%82%AC', '%ff', '\n', 'é', '…', 'b c'), {
    maxLength: 40,
  })
  .map((parts) => parts.join(''));

function decode(line: string): string {
  return line.replace(escapes, (run) => Buffer.from(run.replaceAll('%', ''), 'hex').toString('utf8'));
}

describe('decodedView', () => {
  it('reads the lines with escapes as what they stand for, and leaves the others out', () => {
    fc.assert(
      fc.property(text, (given) => {
        const lines = given.split('\n').map((line, index) => [line, index === 0 ? '' : '\n'] as const);
        const expected = lines
          .filter(([line]) => line.search(escapes) !== -1)
          .map(([line, lineEnd]) => lineEnd + decode(line))
          .join('');
        expect(decodedView(given)?.text ?? '').toBe(expected);
      }),
      { numRuns: times(2_000) },
    );
  });

  it('knows where each of its characters stands', () => {
    fc.assert(
      fc.property(text, (given) => {
        const view = decodedView(given);
        if (view === undefined) return;
        for (let index = 0; index < view.text.length; index++) {
          const { start: place, end } = view.placeOf(index, index + 1);
          // An escape is read from its first character on; of several that are one character, the first is its place.
          const isCopied = given[place] === view.text[index];
          expect(isCopied || given[place] === '%', JSON.stringify({ given, index })).toBe(true);
          if (isCopied && given[place] !== '%') expect(end).toBe(place + 1);
          else if (!isCopied) expect((end - place) % 3).toBe(0);
        }
      }),
      { numRuns: times(2_000) },
    );
  });
});
