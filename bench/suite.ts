import type { DescribedSuite } from './parse-bench.ts';
import type { Table } from './reporting/table.ts';

/** Options of a suite; those that it declares are read from the command line, the others have their defaults. */
export interface SuiteOptions {
  /** One repository, by path. */
  readonly repository?: string | undefined;
  /** Folder of the real cases. */
  readonly data: string;
  /** Datasets, JSON Lines, gzipped when their names end in `.gz`. */
  readonly datasets: readonly string[];
  /** Git directories by `owner/name`. */
  readonly repositories: ReadonlyMap<string, string>;
  /** Most cases to run. */
  readonly limit: number;
  /** Home to keep indexes in between runs; a temporary one unless given. */
  readonly home: string;
  /** Names of the parts to run; none: all of them. */
  readonly parts: readonly string[];
  /** Folder where parts keep what they found, to go on from. */
  readonly results?: string | undefined;
  /** Questions asked of each repository by suites that make them of its history. */
  readonly questions: number;
  /** Which of the possible questions those are. */
  readonly seed: number;
  /** Model to record. */
  readonly model?: string | undefined;
  /** Fit what the suite can fit, and print it. */
  readonly fit: boolean;
  /** Half of the repositories, by a hash of their names: rules are written on one and judged on the other. All unless given. */
  readonly half?: 'even' | 'odd' | undefined;
  /** The small scale, where there are two. */
  readonly smoke: boolean;
  /** File to list failed cases in. */
  readonly missesFile?: string | undefined;
}

/** Stands for a number that nothing was there to measure. */
export const notRun = 'not run';

export type Figure = number | typeof notRun;

/** The result of a suite. */
export interface SuiteReport {
  readonly cases: number;
  /** Numbers by name; the names are a contract. */
  readonly figures: Readonly<Record<string, Figure>>;
  readonly tables: readonly Table[];
}

export interface Suite extends DescribedSuite {
  run(options: SuiteOptions): Promise<SuiteReport>;
}
