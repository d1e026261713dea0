import type { ItemId } from '../model/brands.ts';
import type { ItemType } from '../model/memory-item.ts';

/**
 * Says how useful memories would be, where the order of an answer is in doubt: a language model, or any other
 * program. None is there by default; `openMemory({ judge })` takes one. It is asked only about the order of
 * memories that may be shown: it admits nothing, silences nothing, and where it fails or is late, the order
 * is as it was.
 */
export interface Judge {
  /** For receipts, such as `qwen3.6-plus`. */
  readonly name: string;
  /** @returns one verdict for each unit, in any order */
  judge(question: JudgeQuestion): Promise<readonly JudgeVerdict[]>;
  /**
   * Asked by `locate` where the order of files is in doubt. Without it, no judge is asked about files.
   * @returns for each file, in their order, how likely the change touches it, 0–1
   */
  chances?(question: FileQuestion): Promise<readonly number[]>;
}

/** Redacted on its way to a language model, and there alone. */
export interface FileQuestion {
  /** The issue, cut. */
  readonly issue: string;
  /** Likeliest first. */
  readonly files: readonly JudgedFile[];
  /** Aborted once the answer is no longer waited for. */
  readonly signal: AbortSignal;
}

/** A file that a change may touch. */
export interface JudgedFile {
  readonly path: string;
  /** Why it was found, in words. */
  readonly evidence: readonly string[];
  /** The stretch of it that is nearest to the issue, cut; empty where there is none. */
  readonly code: string;
}

/** Redacted as everything is that is remembered. */
export interface JudgeQuestion {
  /** The request, cut. */
  readonly task: string;
  /** Next actions, as far as they are known: `edit src/a.ts`. */
  readonly plannedActions: readonly string[];
  /** Likeliest first. */
  readonly units: readonly JudgeUnit[];
  /** Aborted once the answer is no longer waited for. */
  readonly signal: AbortSignal;
}

/** A memory that may be shown. */
export interface JudgeUnit {
  readonly id: ItemId;
  readonly type: ItemType;
  /** The beginning of a long memory. */
  readonly text: string;
  /** Other units of the question that it is known to contradict. */
  readonly contradicts: readonly ItemId[];
}

/**
 * The numeric fields of the CICL paper's judge schema (Table 1), each 0–1. Its three texts (both actions and
 * the reason) may be told but are not read: they may quote a memory, and a receipt never does.
 */
export interface JudgeVerdict {
  readonly id: ItemId;
  readonly actionShift: number;
  readonly necessity: number;
  readonly expectedOutcomeUplift: number;
  readonly negativeTransferRisk: number;
  /** Kept beside the score, never part of it. */
  readonly confidence: number;
  /** Other units of the question that say the same. */
  readonly supportedBy?: readonly ItemId[] | undefined;
  /** Other units of the question that contradict it. */
  readonly contradictedBy?: readonly ItemId[] | undefined;
}
