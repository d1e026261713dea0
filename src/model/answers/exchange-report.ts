import type { ItemId, RedactedText } from '../brands.ts';
import type { ErrorCode } from '../errors.ts';
import type { ItemLayer, MemoryItem } from '../memory-item.ts';
import type { RepositoryId, RepositoryPath } from '../repository.ts';

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
  /** Memories that the file says in other words; absent when there are none. */
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
  /** Number of records, one a line: memories of all states, and the parts of known failures, which `list` does not count. */
  readonly lineCount: number;
  readonly bytes: number;
}

/** A line of Memory V2 with the file of V2's layout it belongs to. */
export interface PlacedLine {
  /** From the folder `memory/items`. */
  readonly file: string;
  readonly line: string;
}

/** Where a repository keeps the lessons that its people share: from the top of the working tree. */
export const sharedLessonsPath = '.afterwit/lessons.jsonl' as RepositoryPath;

/** Change of a line of the shared file. `replaced`: another line holds in its place. */
export type ShareChangeKind = 'added' | 'changed' | 'removed' | 'replaced';

export interface ShareChange {
  readonly kind: ShareChangeKind;
  readonly id: ItemId;
  readonly title: string;
}

/** Lessons that were written into the shared file of a repository, or taken out of it. */
export interface ShareReport {
  /** The file on disk. */
  readonly path: string;
  /** Nothing was written. */
  readonly preview: boolean;
  /** In the order of the file. */
  readonly changes: readonly ShareChange[];
  /** Lines of the file afterwards. */
  readonly lineCount: number;
}

/** Fate of a rule: it is new, takes the place of another, is gone, or is back. */
export type RuleFate = 'added' | 'superseded' | 'archived' | 'revived';

export interface RuleChange {
  readonly fate: RuleFate;
  readonly path: RepositoryPath;
  readonly text: RedactedText;
  readonly itemId: ItemId;
}

/** Result of reading the rule files of a repository. */
export interface RulesReport {
  readonly preview: boolean;
  readonly files: readonly { readonly path: RepositoryPath; readonly rules: number }[];
  /** Rules that stand, whether they are new or not. */
  readonly ruleCount: number;
  readonly changes: readonly RuleChange[];
  /** Rules of earlier versions that were noted as such: those that others replaced, and those that just went. */
  readonly pastRules: { readonly superseded: number; readonly archived: number };
  readonly redactedSecrets: number;
}

/** Folder of the memories in Memory V2's layout, from the folder that it is kept in. */
export const v2Folder = 'memory/items';

/**
 * File of a memory in that folder: one per UTC day of creation for episodes (`episodic/2026-02-22.jsonl`), one for each other
 * layer (`semantic.jsonl`, `procedural.jsonl`, and `working.jsonl`, which V2 keeps for itself).
 */
export function v2FileOf({ layer, createdAtMs }: Pick<MemoryItem, 'layer' | 'createdAtMs'>): string {
  return layer === 'episodic' ? `episodic/${dayOf(createdAtMs)}.jsonl` : `${layer}.jsonl`;
}

/** Layer of the memories in a file of that folder, for lines without one; undefined for another file. */
export function v2LayerOf(file: string): ItemLayer | undefined {
  const layer = /^(?:(episodic)\/[^/]+|(semantic|procedural|working))\.jsonl$/
    .exec(file)
    ?.slice(1)
    .find(Boolean);
  return layer as ItemLayer | undefined;
}

/** A clock may be wrong by more than ISO 8601 has days for. */
function dayOf(ms: number): string {
  const date = new Date(ms);
  return Number.isNaN(date.getTime()) ? 'undated' : date.toISOString().slice(0, -'T00:00:00.000Z'.length);
}
