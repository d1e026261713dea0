/**
 * What a failure said of why, as hashes of 24 bits: nothing can be read from it. Lines are masked of what changes from run to
 * run. A *wording* is a line without the names, paths and numbers that the program filled in.
 */
export interface FailureSketch {
  /** Lines that say best why it failed, at most twelve. */
  readonly spine: readonly number[];
  /** How many words and names of the spine not any failure could say. */
  readonly tellingWords: number;
  /** The other lines that were kept: all that say that something is wrong, and those around the best. */
  readonly lines: readonly number[];
  /** Wordings of lines that say that something is wrong. */
  readonly wordings: readonly number[];
  /** For each place of a wording its hash, and then those of the names that stood there. */
  readonly places: readonly (readonly number[])[];
  /** All other words and names in the lines kept. */
  readonly names: readonly number[];
}

/** All that a command printed, where its output is at hand. */
export interface PrintedOutput {
  readonly hasLine: (hash: number) => boolean;
  readonly hasName: (hash: number) => boolean;
}
