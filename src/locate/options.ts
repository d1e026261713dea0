/** Settings of locating files, under `locate.*`. */
export const locateOptions = {
  termLimit: {
    description: 'A problem description is reduced to this many terms before code is searched.',
    default: 64,
    unit: 'terms',
    minimum: 1,
    maximum: 1_000,
    inRepository: { minimum: 16, maximum: 200 },
  },
  minimumAnswerConfidence: {
    description:
      'If it is less likely than this that a file to change is among the first ten, the answer is "none relevant".',
    default: 0.35,
    unit: 'probability',
    minimum: 0,
    maximum: 1,
    inRepository: { maximum: 0.5 },
  },
  weakConfidence: {
    description: 'If no file is likelier than this, the answer warns that nothing matches well.',
    default: 0.15,
    unit: 'probability',
    minimum: 0,
    maximum: 1,
    inRepository: { maximum: 0.5 },
  },
  youngRepositoryCommits: {
    description:
      'With fewer commits that changed source files, the history is ignored and the code alone decides.',
    default: 100,
    unit: 'commits',
    minimum: 0,
    maximum: 1_000_000,
    inRepository: { maximum: 1_000 },
  },
} as const;

/** The slice of the settings that locate reads; frozen. */
export interface LocateSettings {
  readonly termLimit: number;
  readonly minimumAnswerConfidence: number;
  readonly weakConfidence: number;
  readonly youngRepositoryCommits: number;
}
