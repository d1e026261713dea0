import type { ErrorCode } from '../errors.ts';
import type { RepositoryId } from '../repository.ts';

/** A line of an import that was skipped, and why. */
export interface LineFault {
  /** From 1. */
  readonly line: number;
  readonly code: ErrorCode;
  readonly message: string;
}

/** Result of an import. Running it again adds nothing, because memories and outcomes keep their ids. */
export interface ImportReport {
  /** Lines that were not empty. */
  readonly lineCount: number;
  readonly added: number;
  /** Memories that exist here in the same or a newer version; left unchanged. */
  readonly known: number;
  /** Memories replaced by a newer version from a file that a person vouched for. */
  readonly replaced: number;
  readonly outcomesAdded: number;
  readonly faultCount: number;
  /** The first of them. */
  readonly faults: readonly LineFault[];
  /** Repositories that are new to this home; `repo link` in a clone connects it to one of them. */
  readonly newRepositories: readonly { readonly id: RepositoryId; readonly name: string }[];
}

/** A file of memories that was written. */
export interface ExportReport {
  readonly path: string;
  /** Memories in it, one a line. */
  readonly lineCount: number;
  readonly bytes: number;
}
