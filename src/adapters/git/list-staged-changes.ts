import type { CommitId, RepositoryPath } from '../../model/repository.ts';
import { decodePath } from '../../text/path-encoding.ts';
import type { Git } from './git.ts';
import { diffFlags } from './git-environment.ts';
import { gitFailed, saysNothingOfObjects } from './git-failure.ts';
import { createNulTokens } from './nul-tokens.ts';

/** How a path of the index differs from that of a commit; the mode is 000000 where there is none. */
export interface StagedChange {
  readonly commitMode: string;
  /**
   * True when the index has no entry for the path. A path with an unfinished merge has entries, so it is not removed.
   */
  readonly isRemoved: boolean;
  /** False when only the mode differs. */
  readonly hasOtherContent: boolean;
}

const longestEntryBytes = 262_144;

/**
 * Paths whose entry in the index differs from that in the commit's tree; the working tree is not read. Empty when the
 * clone lacks the trees to compare.
 */
export async function listStagedChanges(
  git: Git,
  commit: CommitId,
  signal: AbortSignal | undefined,
): Promise<ReadonlyMap<RepositoryPath, StagedChange>> {
  const stream = git.stream({
    arguments: [
      'diff-index',
      ...['--cached', '--raw', '-z', '--no-abbrev', '--no-renames', '--ita-visible-in-index'],
      ...diffFlags,
      '--end-of-options',
      commit,
    ],
    signal,
  });
  const changes = new Map<RepositoryPath, StagedChange>();
  let change: StagedChange | undefined;
  const take = createNulTokens(longestEntryBytes, (buffer, start, end) => {
    if (change === undefined) change = parseChange(buffer.toString('latin1', start + 1, end));
    else {
      changes.set(decodePath(buffer, start, end), change);
      change = undefined;
    }
  });
  for await (const chunk of stream) take(chunk);
  const exit = await stream.exit();
  if (exit.code === 0) return changes;
  if (saysNothingOfObjects(exit)) throw gitFailed('diff-index', exit);
  return new Map();
}

function parseChange(header: string): StagedChange {
  const [commitMode = '', , commitBlobId, indexBlobId, status] = header.split(' ');
  return { commitMode, isRemoved: status === 'D', hasOtherContent: commitBlobId !== indexBlobId };
}
