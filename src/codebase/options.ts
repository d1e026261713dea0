/** Settings of reading code, under `codebase.*`. */
export const codebaseOptions = {
  largestFileBytes: {
    description: 'Larger files are skipped and counted as huge.',
    default: 1_048_576,
    unit: 'bytes',
    minimum: 1_024,
    maximum: 16_777_216,
    inRepository: { minimum: 65_536 },
  },
  summaryFileLimit: {
    description: 'Number of the hottest files that get a summary.',
    default: 200,
    unit: 'files',
    minimum: 1,
    maximum: 10_000,
    inRepository: { minimum: 20, maximum: 2_000 },
  },
} as const;

/** The slice of the settings that codebase reads; frozen. */
export interface CodebaseSettings {
  readonly largestFileBytes: number;
  readonly summaryFileLimit: number;
}
