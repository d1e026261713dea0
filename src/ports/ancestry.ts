import type { CommitId } from '../model/repository.ts';

/** The ancestry of the checked-out commit. */
export interface Ancestry {
  /** The checked-out commit; undefined in an empty repository, or when git cannot tell. */
  head(): Promise<CommitId | undefined>;
  /** Whether a commit is the checked-out one or its ancestor; undefined when git does not answer in time. */
  holds(commit: CommitId): Promise<boolean | undefined>;
}
