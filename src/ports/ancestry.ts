import type { CommitId } from '../model/commit.ts';

/** What the commit that is checked out descends from. */
export interface Ancestry {
  /** Commit that is checked out; undefined in an empty repository, and where it cannot be told. */
  head(): Promise<CommitId | undefined>;
  /** Whether a commit is the checked-out one or an ancestor of it; undefined when that cannot be told in time. */
  holds(commit: CommitId): Promise<boolean | undefined>;
}
