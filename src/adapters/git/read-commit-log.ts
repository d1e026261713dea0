import type { CommitId, CommitRecord } from '../../model/repository.ts';
import { type ChangeDetail, renameFlags } from './change-detail.ts';
import { commitLogFormat, createCommitLogParser } from './commit-log-parser.ts';
import type { Git } from './git.ts';
import { diffFlags } from './git-environment.ts';
import { gitComplaint, gitFailed, saysNothingOfObjects } from './git-failure.ts';

const detailFlags: Readonly<Record<ChangeDetail, readonly string[]>> = {
  similar_renames: ['--name-status', ...renameFlags.similar_renames],
  exact_renames: ['--name-status', ...renameFlags.exact_renames],
  no_renames: ['--name-status', ...renameFlags.no_renames],
  no_changes: ['--no-patch'],
};

/** How a log ended: without `failure` the ids that were left out are missing commits. */
export interface CommitLogEnd {
  readonly failure?: string;
}

interface CommitLogRequest {
  readonly ids: readonly CommitId[];
  readonly detail: ChangeDetail;
  readonly signal: AbortSignal | undefined;
}

/**
 * Commits as one git process tells them, batch by batch in the order asked for; a missing commit is left out. When an object is broken
 * git ends midway: everything given until then is whole, and the return value says what git complained about.
 */
export async function* readCommitLog(
  git: Git,
  request: CommitLogRequest,
): AsyncGenerator<readonly CommitRecord[], CommitLogEnd> {
  const parser = createCommitLogParser();
  const stream = git.stream({
    arguments: [
      ...(['log', '--no-walk=unsorted', '--ignore-missing', '--stdin', '-z', commitLogFormat] as const),
      ...['--encoding=UTF-8', '--no-notes', '--no-mailmap', '--no-decorate', '--diff-merges=first-parent'],
      ...diffFlags,
      ...detailFlags[request.detail],
    ],
    input: `${request.ids.join('\n')}\n`,
    signal: request.signal,
  });
  for await (const chunk of stream) yield parser.push(chunk);
  const exit = await stream.exit();
  if (exit.code === 0) {
    yield parser.end();
    return {};
  }
  if (saysNothingOfObjects(exit)) throw gitFailed('log', exit);
  return { failure: gitComplaint(exit) };
}
