import type { CommitId, CommitRecord } from '../../model/repository.ts';
import { type ChangeDetail, changeDetails } from './change-detail.ts';
import type { Git } from './git.ts';
import { readCommitLog } from './read-commit-log.ts';
import { unreadableChanges, unreadableCommit } from './read-commit-range.ts';

/** What could be read of a commit that ended git, and with how much detail; `detail` is absent when nothing could. */
interface BrokenCommit {
  readonly record: CommitRecord;
  readonly detail?: ChangeDetail;
}

/** Reads one commit with less and less detail, from `detail` down, until git succeeds. */
export async function readBrokenCommit(
  git: Git,
  request: { readonly id: CommitId; readonly detail: ChangeDetail; readonly signal: AbortSignal | undefined },
): Promise<BrokenCommit> {
  const { id, signal } = request;
  let reason = '';
  for (const detail of changeDetails.slice(changeDetails.indexOf(request.detail))) {
    const log = readCommitLog(git, { ids: [id], detail, signal });
    const records: CommitRecord[] = [];
    let step = await log.next();
    for (; step.done !== true; step = await log.next()) records.push(...step.value);
    const [record] = records;
    if (step.value.failure !== undefined) reason = step.value.failure;
    else if (record === undefined) break;
    else return { record: detail === 'no_changes' ? unreadableChanges(record, reason) : record, detail };
  }
  return { record: unreadableCommit(id) };
}
