import type { ErrorCode } from '../errors.ts';
import type { RepositoryId } from '../repository.ts';

/** A line of an import that was not taken in, and why. */
export interface LineFault {
  /** From 1. */
  readonly line: number;
  readonly code: ErrorCode;
  readonly message: string;
}

/** What became of an import. Running it again adds nothing: memories are told apart by their ids, outcomes by theirs. */
export interface ImportReport {
  /** Lines that were not empty. */
  readonly lineCount: number;
  readonly added: number;
  /** Here already, as new or newer: left as they are. */
  readonly known: number;
  /** Older here than in a file that was vouched for. */
  readonly replaced: number;
  readonly outcomesAdded: number;
  readonly faultCount: number;
  /** The first of them. */
  readonly faults: readonly LineFault[];
  /** Repositories that this home had not known: `repo link`, run in a clone, joins it to one of them. */
  readonly newRepositories: readonly { readonly id: RepositoryId; readonly name: string }[];
}

/** A file of memories that was written. */
export interface ExportReport {
  readonly path: string;
  /** Memories in it, one a line. */
  readonly lineCount: number;
  readonly bytes: number;
}
