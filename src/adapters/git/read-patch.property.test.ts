import fc from 'fast-check';
import { expect, test } from 'vitest';
import { times } from '../../../tests/effort.ts';
import { heldBytes } from '../../../tests/held-bytes.ts';
import { createPatchSections } from './read-patch.ts';

/** Lines of content, which git always marks in front, many of them made to look like the start of a file. */
const line = fc
  .tuple(
    fc.constantFrom(' ', '+', '-', '\\'),
    fc.constantFrom('diff --git a/x b/x', 'diff', '', '\ndif', 'text'),
  )
  .map(([sign, words]) => `${sign}${words.replaceAll('\n', '')}\n`);
const section = fc
  .array(line, { maxLength: 6 })
  .map((lines) => Buffer.from(`diff --git a/f b/f\n--- a/f\n+++ b/f\n${lines.join('')}`));

const sizes = fc.array(fc.integer({ min: 1, max: 40 }), { minLength: 1, maxLength: 4 });

function feed(
  sections: readonly Buffer[],
  chunkSizes: readonly number[],
  sectionBytes: number,
  totalBytes: number,
) {
  const splitter = createPatchSections({ fileBytes: sectionBytes, totalBytes });
  const bytes = Buffer.concat(sections);
  let wanted = true;
  for (let start = 0, index = 0; start < bytes.length && wanted; index++) {
    const end = start + (chunkSizes[index % chunkSizes.length] ?? 1);
    wanted = splitter.push(bytes.subarray(start, end));
    start = end;
  }
  return splitter.end();
}

test('without limits every file comes back whole, wherever the chunks are cut', () => {
  fc.assert(
    fc.property(fc.array(section, { maxLength: 5 }), sizes, (sections, chunkSizes) => {
      const found = feed(sections, chunkSizes, 1_000_000, 1_000_000);
      expect(found.map(({ text }) => text.toString())).toEqual(sections.map(String));
      expect(found.map(({ bytes }) => bytes)).toEqual(sections.map(({ length }) => length));
    }),
    { numRuns: times(1_000) },
  );
});

test('limits hold for each file and for all, and what is kept is a beginning', () => {
  const limit = fc.integer({ min: 0, max: 200 });
  fc.assert(
    fc.property(
      fc.array(section, { maxLength: 5 }),
      sizes,
      limit,
      limit,
      (sections, chunkSizes, each, all) => {
        const found = feed(sections, chunkSizes, each, all);
        const kept = found.reduce((sum, { text }) => sum + text.length, 0);
        expect(kept).toBeLessThanOrEqual(all);
        for (const [index, { text, bytes }] of found.entries()) {
          expect(text.length).toBeLessThanOrEqual(each);
          expect(sections[index]?.subarray(0, text.length)).toEqual(text);
          expect(bytes).toBe(sections[index]?.length);
        }
      },
    ),
    { numRuns: times(1_000) },
  );
});

test('of patches far over the limits no more is held than they allow', () => {
  const splitter = createPatchSections({ fileBytes: 10_000, totalBytes: 1_000_000 });
  const before = heldBytes();
  for (let file = 0; file < 20; file++) {
    splitter.push(Buffer.from(`\ndiff --git a/${file} b/${file}\n`));
    for (let chunk = 0; chunk < 20; chunk++) splitter.push(Buffer.alloc(65_536, '+line of text\n'));
  }
  // 200,000 are kept, of 26 MB.
  expect(heldBytes() - before).toBeLessThan(600_000);
  const found = splitter.end();
  expect(found.map(({ text }) => text.length)).toEqual(Array.from({ length: 20 }, () => 10_000));
  expect(found.every(({ bytes }) => bytes > 20 * 65_536)).toBe(true);
});
