import { expect, test } from 'vitest';
import { countTests } from './count-tests.ts';
import { exampleFile } from './example-file.ts';

test('counts every test of every report once', () => {
  const reports = [
    {
      testResults: [
        exampleFile({ results: ['passed', 'passed', 'skipped'] }),
        exampleFile({ status: 'failed', results: ['failed', 'passed'] }),
      ],
    },
    { testResults: [exampleFile({ results: ['passed', 'todo', 'pending'] })] },
  ];
  expect(countTests(reports)).toEqual({ passed: 4, failed: 1, skipped: 3 });
});

test('a file that could not be loaded is a failure', () => {
  expect(countTests([{ testResults: [exampleFile({ status: 'failed' })] }])).toEqual({
    passed: 0,
    failed: 1,
    skipped: 0,
  });
});
