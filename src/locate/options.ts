import type { SettingsOf } from '../model/settings-of.ts';

/** Settings of locating files, under `locate.*`. */
export const locateOptions = {
  minimumAnswerConfidence: {
    description:
      'If it is less likely than this that a file to change is among the first ten, the answer is "none relevant".',
    default: 0.35,
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

/** Settings of locating files; frozen. */
export interface LocateSettings extends SettingsOf<typeof locateOptions> {
  /** A problem description is reduced to this many terms before code is searched. */
  readonly termLimit: number;
  /** If no file is likelier than this, the answer warns that nothing matches well. */
  readonly weakConfidence: number;
}

export const locateConstants = {
  termLimit: 64,
  weakConfidence: 0.15,
} as const;
