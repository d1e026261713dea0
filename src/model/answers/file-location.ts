import type { SymbolKind } from '../code.ts';
import type { CommitId } from '../commit.ts';

/** A symbol worth looking at first. */
export interface LocatedSymbol {
  /** Name with its container: `Writer.write`. */
  readonly name: string;
  readonly kind: SymbolKind;
  /** From 1. */
  readonly line: number;
}

/** A file that a change likely touches. */
export interface LocatedFile {
  readonly path: string;
  /** Comparable within one answer only. */
  readonly score: number;
  /** Calibrated probability that the change touches the file, 0–1. */
  readonly confidence?: number;
  /** Why, in words: `changed in 4 similar fixes`, `named in the traceback`. */
  readonly evidence: readonly string[];
  readonly symbols: readonly LocatedSymbol[];
  /** The file's value for each feature, by name; set when requested. */
  readonly features?: Readonly<Record<string, number>>;
}

/** Strength of the evidence for the query as a whole: 1 is an average-length document with every informative term. */
export interface LocateStrengths {
  /** Strength of the best code chunk, for the whole text. */
  readonly textStrength: number;
  /** Strength of the past commit that best matches the title. */
  readonly pastStrength: number;
}

/**
 * Why an answer is uncertain. `sparse_history`: too few past commits, so the code alone decided. `weak_match`: nothing
 * matches well.
 */
export type LocateWarning = 'sparse_history' | 'weak_match';

/** Answer of `locate`: the files that a problem description is about, best first. */
export interface FileLocation {
  readonly kind: 'located' | 'none_relevant';
  readonly files: readonly LocatedFile[];
  /** Origin of the ranking's weights: shipped, or learned from this repository's own past fixes. */
  readonly weights: 'shipped' | 'learned';
  readonly warnings: readonly LocateWarning[];
  /** Set when an explanation was requested. */
  readonly strengths?: LocateStrengths;
  readonly asOf: CommitId;
  /** Number of candidate files. */
  readonly fileCount: number;
  /** Number of code files that were not read, by reason: `vendored`, `huge`, `binary`, `generated`, `unreadable`. */
  readonly skipped: Readonly<Record<string, number>>;
  /** Number of commits in the searched history. */
  readonly commitCount: number;
}
