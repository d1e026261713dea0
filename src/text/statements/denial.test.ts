import { expect, it } from 'vitest';
import { claimOf, leastDenied, likenessOfDenial } from './denial.ts';

const denial = (one: string, other: string) => likenessOfDenial(claimOf(one), claimOf(other));

it.each([
  ['Commit lock files.', 'Never commit lock files.'],
  ['Always squash commits before a merge.', 'Do not squash commits before a merge.'],
])('says how surely the one denies the other: %s %s', (one, other) => {
  expect(denial(one, other)).toBeGreaterThanOrEqual(leastDenied);
  expect(denial(other, one)).toBe(denial(one, other));
});

it.each([
  [
    'The nightly job on the production cluster must use the shared cache directory.',
    'The nightly job on the staging cluster must not use the shared cache directory.',
  ],
  ['Lint is required on source changes.', 'Lint is not required on docs changes.'],
])('takes what is said of something else for no denial: %s %s', (one, other) => {
  expect(denial(one, other)).toBe(0);
});

it('takes two denials, and none, for no denial', () => {
  expect(denial('Never commit lock files.', 'Do not commit lock files.')).toBe(0);
  expect(denial('Commit lock files.', 'Commit all lock files.')).toBe(0);
});
