/** What is read of a report of Vitest's JSON reporter. */
export interface TestReport {
  readonly testResults: readonly FileResult[];
}

export interface FileResult {
  /** Absolute path of the test file. */
  readonly name: string;
  readonly status: string;
  /** First error of the file itself; empty where none of its own was thrown, or where a group inside it threw. */
  readonly message: string;
  readonly assertionResults: readonly TestResult[];
}

export interface TestResult {
  readonly status: string;
  /** Names of the groups around the test, outermost first. Vitest adds an empty one for the file. */
  readonly ancestorTitles: readonly string[];
  readonly title: string;
  /** Milliseconds; absent for a test that did not run. */
  readonly duration?: number | undefined;
  /** Stacks, or messages where there is no stack. */
  readonly failureMessages: readonly string[];
}
