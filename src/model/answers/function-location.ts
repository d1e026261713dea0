import type { SymbolKind } from '../code.ts';
import type { CommitId } from '../commit.ts';

/** A function or method that a change likely touches. */
export interface LocatedFunction {
  readonly path: string;
  /** Name with its container: `Writer.write`. */
  readonly name: string;
  readonly kind: SymbolKind;
  /** First line of its first definition, from 1. */
  readonly line: number;
  /** Last line of its last definition: some languages write a name several times, such as overloads. */
  readonly endLine: number;
  /** Calibrated probability that the change touches the function, 0–1; never above that of its file. */
  readonly confidence?: number;
  /** Why, in words, strongest reason first. */
  readonly evidence: readonly string[];
  /** The function's value for each feature, by name; set when requested. */
  readonly features?: Readonly<Record<string, number>>;
}

/** A likely function that a past fix changed. */
export interface FixedFunction {
  /** Path and name as they are today. */
  readonly path: string;
  readonly name: string;
  /** Where it was in the fix, if elsewhere: another path, or with another name `io.py: Writer.flush`. */
  readonly formerly?: string;
  /** Lines that the fix took out of the function and put in, the first few. */
  readonly removed: readonly string[];
  readonly added: readonly string[];
  /** Changed lines of the function that are not shown. */
  readonly omittedLines: number;
}

/**
 * A past commit that fixed a likely function, or at least a likely file. It says that this place was fixed before, and
 * how; whether the fault is the same is not known.
 */
export interface EarlierFix {
  readonly commit: CommitId;
  readonly subject: string;
  readonly committedAtMs: number;
  /** Probability that it changed a function that is to be changed now, 0–1. */
  readonly confidence?: number;
  /** Likely functions that it changed, the likeliest three; none where only the file is the same. */
  readonly functions: readonly FixedFunction[];
  /** Likely files that it changed, as they are called today. */
  readonly files: readonly string[];
}
