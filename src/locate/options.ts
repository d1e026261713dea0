/** Settings of locating files, under `locate.*`. */
export const locateOptions = {
  termLimit: {
    description: 'A problem description is reduced to this many terms before code is searched.',
    default: 64,
    unit: 'terms',
    minimum: 1,
    maximum: 1_000,
  },
  youngRepositoryCommits: {
    description:
      'Below so many commits that say something about source files, rankings are fused instead of weighed.',
    default: 100,
    unit: 'commits',
    minimum: 0,
    maximum: 1_000_000,
  },
} as const;

/** The slice of the settings that locate reads; frozen. */
export interface LocateSettings {
  readonly termLimit: number;
  readonly youngRepositoryCommits: number;
}
