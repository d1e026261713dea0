import { AfterwitError } from '../../model/errors.ts';
import { type CommitId, type FileChange, isCommitId, type RepositoryPath } from '../../model/repository.ts';
import type { FileVersion, FileVersionsRequest } from '../../ports/git-reader.ts';
import { decodePath } from '../../text/path-encoding.ts';
import { diffFlags, type Git } from './git.ts';
import { gitComplaint, gitFailed, saysNothingOfObjects } from './git-failure.ts';
import { changeStatus, createNulTokens, renameFlags } from './git-output.ts';
import type { GitExit } from './git-process.ts';

export interface ChangedFile {
  readonly change: FileChange;
  /** Blobs before and after, which git reads to make the patch; none for submodules. */
  readonly blobIds: readonly string[];
}

export interface ChangedFiles {
  readonly files: readonly ChangedFile[];
  /** Rename flags that this repository's objects allowed; a patch made with the same ones has the same files. */
  readonly renames: readonly string[];
}

export const firstParentFlags = [
  '-r',
  '--root',
  '--no-commit-id',
  '--diff-merges=first-parent',
  ...diffFlags,
];

const longestTokenBytes = 262_144;
const submoduleMode = '160000';

/** Files a commit changed, to its first parent. @throws UNREADABLE_REPOSITORY when a tree is missing */
export async function listChangedFiles(git: Git, commit: CommitId): Promise<ChangedFiles> {
  const { similar_renames, exact_renames, no_renames } = renameFlags;
  const ladder = [similar_renames, exact_renames, no_renames];
  let failed: GitExit | undefined;
  for (const renames of ladder) {
    const stream = git.stream({
      arguments: [
        'diff-tree',
        '--raw',
        '-z',
        '--no-abbrev',
        ...firstParentFlags,
        ...renames,
        '--end-of-options',
        commit,
      ],
    });
    const parser = createRawDiffParser();
    for await (const chunk of stream) parser.push(chunk);
    failed = await stream.exit();
    if (failed.code === 0) return { files: parser.files, renames };
    if (saysNothingOfObjects(failed)) throw gitFailed('diff-tree', failed);
  }
  const complaint = failed === undefined ? '' : gitComplaint(failed);
  throw new AfterwitError(
    'UNREADABLE_REPOSITORY',
    `What commit ${commit} changed cannot be read: ${complaint}. A shallow, partial or damaged clone lacks it; fetch it with git and try again.`,
    { data: { commit, git: complaint } },
  );
}

/** Reads `:modes ids status NUL path NUL`, with a second path for renames and copies. */
function createRawDiffParser(): { readonly files: readonly ChangedFile[]; push(chunk: Buffer): void } {
  const files: ChangedFile[] = [];
  let header: readonly string[] | undefined;
  let previousPath: string | undefined;
  const push = createNulTokens(longestTokenBytes, (buffer, start, end) => {
    if (header === undefined) {
      header = buffer.toString('latin1', start + 1, end).split(' ');
      return;
    }
    const status = changeStatus(header[4] ?? '');
    const path = decodePath(buffer, start, end);
    if ((status === 'renamed' || status === 'copied') && previousPath === undefined) {
      previousPath = path;
      return;
    }
    const change = previousPath === undefined ? { status, path } : { status, path, previousPath };
    files.push({ change, blobIds: blobIdsIn(header) });
    header = undefined;
    previousPath = undefined;
  });
  return { files, push };
}

function blobIdsIn([oldMode, newMode, oldId = '', newId = '']: readonly string[]): readonly string[] {
  const sides = [
    { mode: oldMode, id: oldId },
    { mode: newMode, id: newId },
  ];
  return sides.filter(({ mode, id }) => mode !== submoduleMode && !/^0+$/.test(id)).map(({ id }) => id);
}

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
