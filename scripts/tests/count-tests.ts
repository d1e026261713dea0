import type { TestReport } from './test-report.ts';

export interface TestCount {
  readonly passed: number;
  readonly failed: number;
  readonly skipped: number;
}

/** Sums reports up. A file that failed before any of its tests ran counts as one failure; `todo` counts as skipped. */
export function countTests(reports: readonly TestReport[]): TestCount {
  const files = reports.flatMap((report) => report.testResults);
  const statuses = files.flatMap((file) => file.assertionResults.map((result) => result.status));
  const passed = statuses.filter((status) => status === 'passed').length;
  const failed = statuses.filter((status) => status === 'failed').length;
  const brokenFiles = files.filter(
    (file) => file.status === 'failed' && !file.assertionResults.some((result) => result.status === 'failed'),
  );
  return { passed, failed: failed + brokenFiles.length, skipped: statuses.length - passed - failed };
}
