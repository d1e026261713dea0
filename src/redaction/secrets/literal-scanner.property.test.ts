import fc from 'fast-check';
import { expect, it } from 'vitest';
import { times } from '../../../tests/effort.ts';
import { buildLiteralScanner } from './literal-scanner.ts';

const letters = { minLength: 2, maxLength: 5, unit: fc.constantFrom('a', 'b', 'c', '-', 'é', 'š', 'ā') };

function occurrences(literals: readonly string[], text: string): string[] {
  const lower = text.toLowerCase();
  return literals.flatMap((literal, index) =>
    Array.from(lower, (_, start) => start)
      .filter((start) => lower.startsWith(literal, start))
      .map((start) => `${index}@${start + literal.length}`),
  );
}

it('finds what looking for each literal at each index finds', () => {
  fc.assert(
    fc.property(
      fc.uniqueArray(fc.string(letters), { minLength: 1, maxLength: 12 }),
      fc.string({ unit: fc.constantFrom('a', 'b', 'c', 'A', 'C', '-', 'x', 'é', 'š', 'ā'), maxLength: 60 }),
      (literals, text) => {
        const found: string[] = [];
        buildLiteralScanner(literals).scan(text, (literal, end) => found.push(`${literal}@${end}`));
        expect(found.toSorted()).toEqual(occurrences(literals, text).toSorted());
      },
    ),
    { numRuns: times(3_000) },
  );
});

it('reports ends in order, the longest of those that end together first', () => {
  const found: string[] = [];
  const literals = ['key', 'api_key', 'ey', 'my'];
  buildLiteralScanner(literals).scan('my_API_KEY', (literal, end) =>
    found.push(`${literals[literal]} ${end}`),
  );
  expect(found).toEqual(['my 2', 'api_key 10', 'key 10', 'ey 10']);
});
