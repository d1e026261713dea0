import type { CommitId, CommitRecord } from '../../model/repository.ts';
import type { ChangeDetail } from './change-detail.ts';
import { openCommitLogSource } from './commit-log-source.ts';
import type { Git } from './git.ts';
import { readCommitLog } from './read-commit-log.ts';

interface CommitRange {
  readonly ids: readonly CommitId[];
  /** Those of `ids` whose changes are known to be unreadable. */
  readonly treeless: ReadonlySet<CommitId>;
  readonly detail: ChangeDetail;
  readonly signal: AbortSignal | undefined;
}

/** How many of the range's commits were given; `failure` when git stopped before the next one. */
interface CommitRangeEnd {
  readonly given: number;
  readonly failure?: string;
}

const missingTree = 'the tree of the commit is missing or broken';
const missingCommit = 'the commit object is missing or broken';

/** Commits in order: those with readable trees from one git process, the others, without changes, from a second one. */
export async function* readCommitRange(
  git: Git,
  range: CommitRange,
): AsyncGenerator<CommitRecord, CommitRangeEnd> {
  const { ids, treeless, detail, signal } = range;
  const open = (part: readonly CommitId[], partDetail: ChangeDetail) =>
    openCommitLogSource(readCommitLog(git, { ids: part, detail: partDetail, signal }));
  const whole = open(treeless.size === 0 ? ids : ids.filter((id) => !treeless.has(id)), detail);
  const bare = open(
    ids.filter((id) => treeless.has(id)),
    'no_changes',
  );
  try {
    for (const [given, id] of ids.entries()) {
      const source = treeless.has(id) ? bare : whole;
      const record = await source.peek();
      if (record?.id === id) {
        source.drop();
        yield source === bare ? unreadableChanges(record, missingTree) : record;
        continue;
      }
      const failure = record === undefined ? source.failure() : undefined;
      if (failure !== undefined) return { given, failure };
      yield unreadableCommit(id);
    }
    return { given: ids.length };
  } finally {
    await Promise.all([whole.close(), bare.close()]);
  }
}

export function unreadableChanges(record: CommitRecord, reason: string): CommitRecord {
  return { ...record, changes: [], unreadable: { part: 'changes', reason } };
}

/** Stands in for a commit of which nothing can be read: no parents, no message, no time. */
export function unreadableCommit(id: CommitId): CommitRecord {
  return {
    id,
    parents: [],
    committedAtMs: 0,
    authoredAtMs: 0,
    author: '',
    message: '',
    changes: [],
    unreadable: { part: 'commit', reason: missingCommit },
  };
}
