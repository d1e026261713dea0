import { relative } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import type { FileResult, TestReport, TestResult } from './test-report.ts';

/**
 * Names every failed test of a report: its file and name, the first line of its error, and where in the project the error
 * came from. A file that failed outside its tests (it could not be loaded, or a hook threw) is named as such.
 *
 * @param root - Folder of the project; paths are printed relative to it.
 * @param output - What Vitest printed; the errors of groups stand only there.
 */
export function describeFailures(report: TestReport, root: string, output: string): readonly string[] {
  const printed = stripVTControlCharacters(output).split('\n');
  return report.testResults.flatMap((file) => {
    const failed = file.assertionResults.filter(({ status }) => status === 'failed');
    if (failed.length > 0) return failed.flatMap((result) => describeTest(file, result, root));
    return file.status === 'failed' ? describeBrokenFile(file, root, printed) : [];
  });
}

function describeTest(file: FileResult, result: TestResult, root: string): readonly string[] {
  const name = [...result.ancestorTitles, result.title].filter((title) => title !== '').join(' > ');
  const lines = stripVTControlCharacters(result.failureMessages[0] ?? '').split('\n');
  const place = lines.find(
    (line) => /^\s+at /.test(line) && line.includes(root) && !line.includes('node_modules'),
  );
  return [
    `FAILED ${relative(root, file.name)} > ${name}`,
    `  ${lines[0] || 'no error was reported'}`,
    ...(place === undefined ? [] : [`  ${place.trim().replace('file://', '').replace(`${root}/`, '')}`]),
  ];
}

function describeBrokenFile(file: FileResult, root: string, printed: readonly string[]): readonly string[] {
  const path = relative(root, file.name);
  const heading = printed.findIndex((line) => /^\s*FAIL\s/.test(line) && line.includes(path));
  const error = file.message === '' ? printed[heading + 1] : stripVTControlCharacters(file.message);
  return [
    `FAILED ${path}, outside its tests`,
    `  ${(heading === -1 && file.message === '') || !error ? 'no error was reported' : error.split('\n')[0]}`,
  ];
}
