import { expect, test } from 'vitest';
import { exampleFile, exampleRoot } from './example-file.ts';
import { findSlowestTest } from './find-slowest-test.ts';

test('the slowest test of all reports is named with its seconds', () => {
  const quick = { testResults: [exampleFile({ results: ['skipped', { title: 'opens', duration: 20 }] })] };
  const slow = { testResults: [exampleFile({ results: [{ title: 'shuts', duration: 1_540 }, 'passed'] })] };
  expect(findSlowestTest([quick, slow], exampleRoot)).toBe('1.5 s, src/room/door.test.ts > shuts');
});

test('no test is the slowest where none ran', () => {
  expect(findSlowestTest([{ testResults: [exampleFile({ results: ['skipped'] })] }], exampleRoot)).toBe(
    undefined,
  );
});
