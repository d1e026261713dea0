import { expect, test } from 'vitest';
import { countTests } from './count-tests.ts';

const file = (status: string, ...results: readonly string[]) => ({
  status,
  assertionResults: results.map((result) => ({ status: result })),
});

test('counts every test of every report once', () => {
  const reports = [
    { testResults: [file('passed', 'passed', 'passed', 'skipped'), file('failed', 'failed', 'passed')] },
    { testResults: [file('passed', 'passed', 'todo', 'pending')] },
  ];
  expect(countTests(reports)).toEqual({ passed: 4, failed: 1, skipped: 3 });
});

test('a file that could not be loaded is a failure', () => {
  expect(countTests([{ testResults: [file('failed')] }])).toEqual({ passed: 0, failed: 1, skipped: 0 });
});
