/** Limits of reading code; frozen. */
export interface CodebaseSettings {
  /** Larger files are skipped and counted as huge. */
  readonly largestFileBytes: number;
  /** Number of the hottest files that get a summary. */
  readonly summaryFileLimit: number;
}

export const codebaseConstants: CodebaseSettings = { largestFileBytes: 1_048_576, summaryFileLimit: 200 };
