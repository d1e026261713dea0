import { relative } from 'node:path';
import type { TestReport } from './test-report.ts';

/** Names the test that took longest, and its seconds: what comes first when a slower machine meets the time limit. */
export function findSlowestTest(reports: readonly TestReport[], root: string): string | undefined {
  const results = reports.flatMap(({ testResults }) =>
    testResults.flatMap((file) => file.assertionResults.map((result) => ({ file, result }))),
  );
  const [slowest] = results.sort((a, b) => (b.result.duration ?? 0) - (a.result.duration ?? 0));
  if (slowest?.result.duration === undefined) return undefined;
  const seconds = (slowest.result.duration / 1000).toFixed(1);
  return `${seconds} s, ${relative(root, slowest.file.name)} > ${slowest.result.title}`;
}
