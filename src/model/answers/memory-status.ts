import type { CommitId } from '../commit.ts';
import type { RepositoryId } from '../repository.ts';
import type { HookSilences } from './hook-silences.ts';
import type { SetupAgent } from './setup-report.ts';

/** What afterwit knows about a repository, and whether that is current. */
export interface MemoryStatus {
  readonly version: string;
  readonly home: string;
  readonly repository: {
    readonly id: RepositoryId;
    readonly name: string;
    readonly path: string;
    readonly head?: CommitId;
    readonly branch?: string;
    readonly shallow: boolean;
    readonly partial: boolean;
  };
  readonly index: {
    /** `absent`: never built; `partial`: an interrupted run can be resumed; `behind`: HEAD is newer. */
    readonly state: 'absent' | 'partial' | 'behind' | 'current';
    readonly path: string;
    readonly bytes: number;
    readonly commitCount: number;
    readonly unreadableCount: number;
    readonly updatedAtMs?: number;
  };
  /** Set when the index is current. */
  readonly history?: {
    readonly commitCount: number;
    readonly mergeCount: number;
    readonly authorCount: number;
    readonly firstCommitAtMs: number;
    readonly lastCommitAtMs: number;
    readonly issueLinkCount: number;
    readonly revertCount: number;
    readonly fileCount: number;
  };
  readonly memories: {
    /** Active ones that a recall here reads: of this repository, of the user, and global ones. */
    readonly here: number;
    /** Fixes of failures among them. */
    readonly fixes: number;
    /** Those among them that wait for a person. */
    readonly waiting: number;
  };
  /** Agents that are helped here: their settings start afterwit. */
  readonly connected: readonly SetupAgent[];
  /** Hooks of ours that Codex skips until its user reviewed them. */
  readonly hooksToReview: number;
  readonly hooks: HookSilences;
  /** Commands worth running next, most useful first. */
  readonly nextSteps: readonly { readonly command: string; readonly why: string }[];
}

/** One finding of `doctor`. */
export interface Check {
  readonly name: string;
  readonly result: 'ok' | 'warning' | 'problem';
  readonly message: string;
  /** What to do about it. */
  readonly remedy?: string;
}

export interface Diagnosis {
  readonly healthy: boolean;
  readonly checks: readonly Check[];
}
