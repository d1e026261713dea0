import type { FeedbackReceipt } from '../engine/decisions/give-feedback.ts';
import type { ItemView } from '../engine/items/browse-items.ts';
import type { MemoryItem } from '../model/memory-item.ts';
import type { MomentRequest } from '../open/at-moment.ts';
import type { InputOf } from './operation.ts';
import type * as operations from './operations.ts';

/** Inputs and answers of operations by the names that programs know them by. */

type In<Name extends keyof typeof operations> = InputOf<(typeof operations)[Name]>;

export type { FeedbackReceipt, ItemView, MomentRequest };

/** Policies that the setting `gate.policy` takes. */
export type GatePolicyName = In<'redecide'>['policy'];

export type RecallRequest = In<'recall'>;
export type RememberRequest = In<'remember'>;
export type RecordFailureRequest = In<'record'>;
export type BriefRequest = In<'brief'>;
export type GuardrailsRequest = In<'guardrails'>;
export type FeedbackRequest = In<'feedback'>;
export type IndexOptions = In<'index'>;
export type SearchCommitsOptions = Omit<In<'searchCommits'>, 'query'>;
export type ExamineCommitOptions = Omit<In<'examineCommit'>, 'commit'>;
export type HotspotsOptions = In<'hotspots'>;
export type LocateOptions = Omit<In<'locate'>, 'query'>;
export type LearnOptions = In<'learn'>;
export type TraverseOptions = Omit<In<'traverse'>, 'node'>;
export type ForFileOptions = Omit<In<'forFile'>, 'path'>;
export type ReadOptions = Omit<In<'read'>, 'id'>;
export type MineSessionsOptions = In<'mineSessions'>;
export type ListItemsOptions = In<'list'>;
export type ForgetSelection = In<'forget'>;
export type ShareOptions = In<'share'>;
export type ExportOptions = In<'exportLines'>;
export type ImportOptions = Omit<In<'importFiles'>, 'files'>;

export interface ItemList {
  /** Newest first. */
  readonly items: readonly MemoryItem[];
  /** Number of matching memories, including those beyond the limit. */
  readonly count: number;
}
