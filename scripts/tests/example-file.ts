import type { FileResult, TestResult } from './test-report.ts';

/** Root of the project in example reports. */
export const exampleRoot = '/project';

/** A file of an example report: a test for each status, or tests in full. */
export function exampleFile({
  status = 'passed',
  message = '',
  results = [],
}: {
  readonly status?: string;
  readonly message?: string;
  readonly results?: readonly (string | Partial<TestResult>)[];
}): FileResult {
  return {
    name: `${exampleRoot}/src/room/door.test.ts`,
    status,
    message,
    assertionResults: results.map((result) => ({
      status: 'failed',
      ancestorTitles: [''],
      title: 'opens',
      failureMessages: [],
      ...(typeof result === 'string' ? { status: result } : result),
    })),
  };
}
