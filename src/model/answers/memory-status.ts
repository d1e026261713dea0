import type { CommitId, KnownRepository, RepositoryLocation, UnreadableCommit } from '../repository.ts';
import type { SetupAgent } from './setup-report.ts';

export interface IndexProgress {
  readonly phase: 'listing' | 'mining' | 'code' | 'learning' | 'sessions' | 'upkeep' | 'finishing';
  readonly done: number;
  /** 0 while unknown. */
  readonly total: number;
}

export interface IndexReport {
  readonly head: CommitId;
  readonly commitsAdded: number;
  readonly commitCount: number;
  readonly fileCount: number;
  readonly unreadable: readonly UnreadableCommit[];
  readonly tookMs: number;
  /** Another process was indexing; this one waited for it. */
  readonly waited: boolean;
  /** Path of the damaged index that was moved aside before this one was built. */
  readonly replacedCorruptIndex?: string;
}

/** Knowledge about a repository, and whether it is current. */
export interface MemoryStatus {
  readonly version: string;
  readonly home: string;
  readonly repository: Pick<RepositoryLocation, 'head' | 'branch' | 'shallow' | 'partial'> &
    Pick<KnownRepository, 'id' | 'name'> & { readonly path: string };
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
    /** Active memories that a recall here reads: of this repository, of the user, and global ones. */
    readonly here: number;
    /** Fixes of failures among them. */
    readonly fixes: number;
    /** Memories that wait for a person. */
    readonly waiting: number;
  };
  /** Agents that are helped here: their settings start afterwit. */
  readonly connected: readonly SetupAgent[];
  /** Hooks of ours that Codex skips until its user reviewed them. */
  readonly hooksToReview: number;
  readonly hooks: HookSilences;
  /** Size of the memory on the disk, and its automatic backup. */
  readonly files: {
    readonly bytes: number;
    readonly backup?: { readonly bytes: number; readonly atMs: number };
  };
  /** Commands worth running next, most useful first. */
  readonly nextSteps: readonly { readonly command: string; readonly why: string }[];
}

/** One finding of `doctor`. */
export interface Check {
  readonly name: string;
  readonly result: 'ok' | 'warning' | 'problem';
  readonly message: string;
  readonly remedy?: string;
}

export interface Diagnosis {
  readonly healthy: boolean;
  readonly checks: readonly Check[];
}

/** Recent calls of hooks that told an agent nothing because of a fault, which shows nowhere else. */
export interface HookSilences {
  /** Only calls since then are counted. */
  readonly sinceMs: number;
  /** Ended because time had run out. */
  readonly tooLate: number;
  /** Ended for another reason: a fault, a memory that could not be read. */
  readonly faults: number;
  readonly lastAtMs?: number;
  /** Why the last one ended. */
  readonly lastReason?: string;
  /** Durations of hooks that told something or had a reason not to, counted by upper bound in whole milliseconds, ascending. */
  readonly times: readonly { readonly upToMs: number; readonly count: number }[];
}
