import type { SymbolKind } from './code.ts';
import type { CommitId } from './commit.ts';

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

/** Answer of `locate`: the files a problem description is about, best first. */
export interface FileLocation {
  readonly kind: 'located' | 'none_relevant';
  readonly files: readonly LocatedFile[];
  /** How they were put in order: by learned weights, or by fused rankings where the history is too short for those. */
  readonly ranker: 'linear' | 'fusion';
  readonly asOf: CommitId;
  /** Files that were candidates. */
  readonly fileCount: number;
  /** Files of code that were not read, by reason: `vendored`, `huge`, `binary`, `generated`, `unreadable`. */
  readonly skipped: Readonly<Record<string, number>>;
  /** Commits of the history that was looked at. */
  readonly commitCount: number;
}
