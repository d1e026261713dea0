import type { SymbolKind } from '../code.ts';
import type { CommitId } from '../commit.ts';
import type { EarlierFix, LocatedFunction } from './function-location.ts';

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

/** What the text as a whole has to do with the repository: evidence for the confidence in an answer. */
export interface LocateStrengths {
  /** Strength of the best code chunk for the whole text; 1 is an average-length one with every term that is known. */
  readonly textStrength: number;
  /** Strength of the past commit that best matches the title, likewise. */
  readonly pastStrength: number;
  /** Share of the text's information whose terms the code has, 0–1. */
  readonly knownText: number;
  /** Share of the title's information whose terms past messages have, 0–1. */
  readonly knownTitle: number;
  /** Share of the compound identifiers in the text that the code defines, 0–1; undefined when the text has none. */
  readonly definedNames?: number;
  /** The text has a name under which most of the sources lie, such as that of the package. */
  readonly namesProject: boolean;
  /** The text names a source file of the repository, by two or more segments of its path. */
  readonly namesFile: boolean;
  /** Number of different terms of the text, and of its title. */
  readonly termCount: number;
  readonly titleTermCount: number;
}

/**
 * Why an answer is uncertain. `sparse_history`: too few past commits, so the code alone decided. `weak_match`: nothing
 * matches well.
 */
export type LocateWarning = 'sparse_history' | 'weak_match';

/**
 * Answer of `locate`: the files that a problem description is about, best first. `none_relevant` is a regular answer: the
 * description has too little to do with this repository, and `files` holds the nearest ones only.
 */
export interface FileLocation {
  readonly kind: 'located' | 'none_relevant';
  /** Why no file is likely enough, in words. */
  readonly reason?: string;
  /** Calibrated probability, 0–1, that a file to change is among the first ten. */
  readonly confidence: number;
  readonly files: readonly LocatedFile[];
  /** Functions of the best files, likeliest first; set when requested, and empty when no file is likely. */
  readonly functions?: readonly LocatedFunction[];
  /** Past fixes of likely functions and files, likeliest first; set when requested. */
  readonly pastFixes?: readonly EarlierFix[];
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
