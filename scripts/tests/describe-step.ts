import { stripVTControlCharacters } from 'node:util';
import { describeFailures } from './describe-failures.ts';
import type { TestReport } from './test-report.ts';

/** A step of `.ci/run`, once it has ended. */
export interface EndedStep {
  readonly name: string;
  /** Exit status. */
  readonly status: number;
  /** All that the step printed. */
  readonly output: string;
  /** Report of the tests, where the step runs tests and got as far as writing one. */
  readonly report?: TestReport | undefined;
}

const shownLines = 30;

/**
 * Says why a step failed, in a few lines: the tests that failed, else the steps of `check` that failed with the end of what
 * they printed, else the end of the whole output (an error outside all tests, or a run that was killed). Empty for a step
 * that passed.
 *
 * @param root - Folder of the project; paths are printed relative to it.
 */
export function describeStep(step: EndedStep, root: string): readonly string[] {
  const failures = step.report === undefined ? [] : describeFailures(step.report, root, step.output);
  if (step.status === 0 && failures.length === 0) return [];
  const title = `── ${step.name}: ended with status ${step.status} `.padEnd(74, '─');
  if (failures.length > 0) return [title, ...failures];
  const lines = stripVTControlCharacters(step.output).trimEnd().split('\n');
  const sections = failedSections(lines);
  return [title, ...(sections.length > 0 ? sections : lines.slice(-shownLines))];
}

/** Of the output of `check`: name and end of each step that failed. See `scripts/check.ts` for the lines looked for. */
function failedSections(lines: readonly string[]): readonly string[] {
  const starts = lines.flatMap((line, index) => (/^── \S+ ─+$/.test(line) ? [index] : []));
  return starts.flatMap((start, index) => {
    const section = lines.slice(start, starts[index + 1]);
    const end = section.findIndex((line) => /^FAILED in \d/.test(line));
    return end === -1 ? [] : [section[0] ?? '', ...section.slice(1, end + 1).slice(-shownLines)];
  });
}
