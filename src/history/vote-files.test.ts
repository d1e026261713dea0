import fc from 'fast-check';
import { expect, it } from 'vitest';
import { fileAgreement } from './vote-files.ts';

it('is whole where all commits changed one file, and small where each changed its own', () => {
  const same = [1, 0.8, 0.6].map((relativeScore) => ({ relativeScore, paths: ['src/a.ts', 'a.test.ts'] }));
  const apart = same.map((one, at) => ({ ...one, paths: [`src/${at}.ts`] }));
  expect(fileAgreement(same)).toBe(1);
  expect(fileAgreement(apart)).toBeCloseTo(1 / (1 + 0.512 + 0.216));
});

it('counts sweeping commits and weak ones for less', () => {
  const many = Array.from({ length: 100 }, (_, at) => `src/${at}.ts`);
  expect(fileAgreement([{ relativeScore: 1, paths: many }])).toBeCloseTo(0.1);
  expect(
    fileAgreement([
      { relativeScore: 1, paths: ['src/a.ts'] },
      { relativeScore: 0.1, paths: ['src/b.ts'] },
    ]),
  ).toBeGreaterThan(0.99);
});

it('is a share of whatever was found', () => {
  const found = fc.array(
    fc.record({
      relativeScore: fc.double({ min: 0, max: 1, noNaN: true }),
      paths: fc.array(fc.constantFrom('a.ts', 'b.md', 'c.test.ts'), { maxLength: 4 }),
    }),
  );
  fc.assert(
    fc.property(found, (commits) => {
      expect(fileAgreement(commits)).toBeGreaterThanOrEqual(0);
      expect(fileAgreement(commits)).toBeLessThanOrEqual(1);
    }),
  );
});
