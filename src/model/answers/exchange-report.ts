import type { ErrorCode } from '../errors.ts';
import type { ItemId, ItemLayer } from '../memory-item.ts';
import type { RepositoryId } from '../repository.ts';

/** One of the files of an import. */
export interface ImportFile {
  /** Where a fault of a line is, when there are several files. */
  readonly name?: string;
  /** Layer of the lines that name none. */
  readonly layer?: ItemLayer | undefined;
  readonly lines: AsyncIterable<Uint8Array | string>;
}

/** Where a line of an import stands. */
export interface LinePlace {
  /** Path of its file in a folder that was imported; absent for a single file. */
  readonly file?: string;
  /** From 1. */
  readonly line: number;
}

/** A line of an import that was skipped, and why. */
export interface LineFault extends LinePlace {
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
  /** Those of them that the file says in other words; absent when there are none. */
  readonly differing?: readonly ItemId[];
  /** Memories replaced by a newer version from a file that a person vouched for. */
  readonly replaced: number;
  readonly outcomesAdded: number;
  readonly faultCount: number;
  /** The first of them. */
  readonly faults: readonly LineFault[];
  /** Repositories that are new to this home; `repo link` in a clone connects it to one of them. */
  readonly newRepositories: readonly { readonly id: RepositoryId; readonly name: string }[];
  /** Links, pipes and the like that a folder holds under the name of a file of memories: they were not opened. */
  readonly skippedFiles?: readonly string[];
}

/** A file of memories that was written, or a folder of them. */
export interface ExportReport {
  readonly path: string;
  /** Records in it, one a line: memories of all states, and the parts of known failures, which `list` does not count. */
  readonly lineCount: number;
  readonly bytes: number;
}

/** A line of Memory V2 with the file of V2's layout it belongs to. */
export interface PlacedLine {
  /** From the folder `memory/items`. */
  readonly file: string;
  readonly line: string;
}
