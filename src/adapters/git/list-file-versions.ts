import { type CommitId, isCommitId } from '../../model/repository.ts';
import type { FileVersion, FileVersionsRequest } from '../../ports/git-reader.ts';
import { decodePath } from '../../text/path-encoding.ts';
import { changeStatus, renameFlags } from './change-detail.ts';
import type { Git } from './git.ts';
import { diffFlags } from './git-environment.ts';
import { gitFailed, saysNothingOfObjects } from './git-failure.ts';
import { createNulTokens } from './nul-tokens.ts';

const longestTokenBytes = 262_144;
/** `:mode mode blob blob status`, as `--raw` prints a file before its path. */
const rawLine = /^\n?:(\d{6}) (\d{6}) ([0-9a-f]+) ([0-9a-f]+) ([A-Z])\d*$/;
const commitLine = /^\n?([0-9a-f]{40,64}) (\d+)$/;

/** What commits on the line of first parents made of these files, latest first; as far as objects are there. */
export async function listFileVersions(
  git: Git,
  { commit, paths, limit, signal }: FileVersionsRequest,
): Promise<readonly FileVersion[]> {
  const versions: FileVersion[] = [];
  const stream = git.stream({
    arguments: [
      'log',
      ...['--first-parent', '-m', '-z', '--raw', '--no-abbrev', '--format=%H %ct', `-n${limit}`],
      ...['--no-notes', '--no-mailmap', '--no-decorate'],
      ...diffFlags,
      ...renameFlags.similar_renames,
      ...['--end-of-options', commit, '--', ...paths],
    ],
    signal,
  });
  const take = createVersionTokens(versions);
  for await (const chunk of stream) take(chunk);
  const exit = await stream.exit();
  // A clone that lacks objects tells as much as it has.
  if (exit.code !== 0 && saysNothingOfObjects(exit)) throw gitFailed('log', exit);
  return versions;
}

function createVersionTokens(versions: FileVersion[]): (chunk: Buffer) => void {
  let commit: { readonly id: CommitId; readonly committedAtMs: number } | undefined;
  let file: Pick<FileVersion, 'status' | 'mode' | 'blobId'> | undefined;
  let previousPath: string | undefined;
  return createNulTokens(longestTokenBytes, (buffer, start, end) => {
    if (file !== undefined && commit !== undefined) {
      const path = decodePath(buffer, start, end);
      if ((file.status === 'renamed' || file.status === 'copied') && previousPath === undefined) {
        previousPath = path;
        return;
      }
      versions.push({ ...commit, ...file, path, ...(previousPath === undefined ? {} : { previousPath }) });
      file = undefined;
      previousPath = undefined;
      return;
    }
    const token = buffer.toString('latin1', start, end);
    const [, id = '', seconds] = commitLine.exec(token) ?? [];
    if (isCommitId(id)) commit = { id, committedAtMs: Number(seconds) * 1000 };
    const [, , mode = '', , blobId = '', letter = ''] = rawLine.exec(token) ?? [];
    if (letter !== '') file = { status: changeStatus(letter), mode, blobId };
  });
}
