import type { CommitId, RepositoryPath } from '../model/commit.ts';

/** The ancestry of the checked-out commit. */
export interface Ancestry {
  /** The checked-out commit; undefined in an empty repository, or when git cannot tell. */
  head(): Promise<CommitId | undefined>;
  /** Whether a commit is the checked-out one or its ancestor; undefined when git does not answer in time. */
  holds(commit: CommitId): Promise<boolean | undefined>;
  /** Whether another branch added a line to a file that the checked-out commit never had. Absent where nobody asks. */
  lacksLine?(path: RepositoryPath, line: string): Promise<boolean>;
}
