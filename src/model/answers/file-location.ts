import type { SymbolKind } from '../code.ts';
import type { CommitId } from '../commit.ts';

/** A symbol to look at first. */
export interface LocatedSymbol {
  /** With what it stands in: `Writer.write`. */
  readonly name: string;
  readonly kind: SymbolKind;
  /** From 1. */
  readonly line: number;
}

/** A file that a change is likely about. */
export interface LocatedFile {
  readonly path: string;
  /** Comparable within one answer only. */
  readonly score: number;
  /** Calibrated probability that the change touches the file, 0–1. */
  readonly confidence?: number;
  /** Why, in words: `changed in 4 similar fixes`, `named in the traceback`. */
  readonly evidence: readonly string[];
  readonly symbols: readonly LocatedSymbol[];
  /** What each feature makes of the file, by name, where that was asked for. */
  readonly features?: Readonly<Record<string, number>>;
}

/** How much is there to go by, whatever the file: 1 is a document of average length that holds every telling word. */
export interface LocateStrengths {
  /** Of the best stretch of code, for the whole text. */
  readonly textStrength: number;
  /** Of the past commit most like the title. */
  readonly pastStrength: number;
}

/** Why an answer is not to be trusted: too few past commits, so that code alone decided; nothing that matches well. */
export type LocateWarning = 'sparse_history' | 'weak_match';

/** Answer of `locate`: the files a problem description is about, best first. */
export interface FileLocation {
  readonly kind: 'located' | 'none_relevant';
  readonly files: readonly LocatedFile[];
  /** Where the weights of the ranking are from: shipped, or learned from this repository's own past fixes. */
  readonly weights: 'shipped' | 'learned';
  readonly warnings: readonly LocateWarning[];
  /** Where an explanation was asked for. */
  readonly strengths?: LocateStrengths;
  readonly asOf: CommitId;
  /** Files that were candidates. */
  readonly fileCount: number;
  /** Files of code that were not read, by reason: `vendored`, `huge`, `binary`, `generated`, `unreadable`. */
  readonly skipped: Readonly<Record<string, number>>;
  /** Commits of the history that was looked at. */
  readonly commitCount: number;
}
