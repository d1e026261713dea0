import { AfterwitError } from '../../model/errors.ts';
import type { CommitId, TreeEntry } from '../../model/repository.ts';
import { decodePath } from '../../text/path-encoding.ts';
import type { Git } from './git.ts';
import { gitComplaint, gitFailed, saysNothingOfObjects } from './git-failure.ts';
import { createNulTokens } from './nul-tokens.ts';

const longestEntryBytes = 262_144;
const tab = 9;

/** Every file, link and submodule of a commit's tree. @throws UNREADABLE_REPOSITORY when a tree object is missing */
export async function listTree(
  git: Git,
  commit: CommitId,
  signal: AbortSignal | undefined,
): Promise<readonly TreeEntry[]> {
  const entries: TreeEntry[] = [];
  const take = createNulTokens(longestEntryBytes, (buffer, start, end) => {
    const tabAt = buffer.indexOf(tab, start);
    const [mode = '', , blobId = ''] = buffer.toString('latin1', start, tabAt).split(' ');
    entries.push({ path: decodePath(buffer, tabAt + 1, end), blobId, mode });
  });
  const stream = git.stream({
    arguments: ['ls-tree', '-r', '-z', '--full-tree', '--end-of-options', commit],
    signal,
  });
  for await (const chunk of stream) take(chunk);
  const exit = await stream.exit();
  if (exit.code === 0) return entries;
  if (saysNothingOfObjects(exit)) throw gitFailed('ls-tree', exit);
  throw new AfterwitError(
    'UNREADABLE_REPOSITORY',
    `The files of commit ${commit} cannot be listed: ${gitComplaint(exit)}. A shallow, partial or damaged clone lacks them; fetch them with git and try again.`,
    { data: { commit, git: gitComplaint(exit) } },
  );
}
