import { AfterwitError } from '../../model/errors.ts';
import { type CommitId, type FileChange, isCommitId, type RepositoryPath } from '../../model/repository.ts';
import type { FileVersion, FileVersionsRequest } from '../../ports/git-reader.ts';
import { decodePath } from '../../text/path-encoding.ts';
import { diffFlags, type Git } from './git.ts';
import { changeStatus, createNulTokens, renameFlags } from './git-output.ts';
import { type GitExit, gitComplaint } from './git-process.ts';

/** A file as `--raw -z` prints it: `:modes blobs status NUL path NUL`, with a second path for renames and copies. */
interface RawChange extends Omit<FileVersion, 'id' | 'committedAtMs'> {
  readonly oldMode: string;
  readonly oldBlobId: string;
}

const longestTokenBytes = 262_144;
const header = /^\n?:(\d{6}) (\d{6}) ([0-9a-f]+) ([0-9a-f]+) ([A-Z])\d*$/;

/** @param takeOther gets the text between the files, such as the line of a commit in a log */
function createRawDiff(
  take: (change: RawChange) => void,
  takeOther: (token: string) => void = () => {},
): (chunk: Buffer) => void {
  let file: Omit<RawChange, 'path'> | undefined;
  return createNulTokens(longestTokenBytes, (buffer, start, end) => {
    if (file === undefined) {
      const token = buffer.toString('latin1', start, end);
      const [, oldMode = '', mode = '', oldBlobId = '', blobId = '', letter] = header.exec(token) ?? [];
      if (letter === undefined) takeOther(token);
      else file = { oldMode, mode, oldBlobId, blobId, status: changeStatus(letter) };
      return;
    }
    const path = decodePath(buffer, start, end);
    const hasTwoPaths = file.status === 'renamed' || file.status === 'copied';
    if (hasTwoPaths && file.previousPath === undefined) {
      file = { ...file, previousPath: path };
      return;
    }
    take({ ...file, path });
    file = undefined;
  });
}

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
  ...['-r', '--root', '--no-commit-id', '--diff-merges=first-parent'],
  ...diffFlags,
];

const submoduleMode = '160000';

/** Files a commit changed, to its first parent. @throws UNREADABLE_REPOSITORY when a tree is missing */
export async function listChangedFiles(git: Git, commit: CommitId): Promise<ChangedFiles> {
  const { similar_renames, exact_renames, no_renames } = renameFlags;
  const raw = ['--raw', '-z', '--no-abbrev', ...firstParentFlags];
  let failed: GitExit | undefined;
  for (const renames of [similar_renames, exact_renames, no_renames]) {
    const files: ChangedFile[] = [];
    failed = await git.consume(
      { arguments: ['diff-tree', ...raw, ...renames, '--end-of-options', commit] },
      createRawDiff((change) => files.push(changedFile(change))),
    );
    if (failed.code === 0) return { files, renames };
  }
  const complaint = failed === undefined ? '' : gitComplaint(failed);
  throw new AfterwitError(
    'UNREADABLE_REPOSITORY',
    `What commit ${commit} changed cannot be read: ${complaint}. A shallow, partial or damaged clone lacks it; fetch it with git and try again.`,
    { data: { commit, git: complaint } },
  );
}

function changedFile({ oldMode, mode, oldBlobId, blobId, ...rest }: RawChange): ChangedFile {
  const { status, path, previousPath } = rest;
  const sides = [
    { mode: oldMode, id: oldBlobId },
    { mode, id: blobId },
  ];
  return {
    change: previousPath === undefined ? { status, path } : { status, path, previousPath },
    blobIds: sides.filter(({ mode, id }) => mode !== submoduleMode && !/^0+$/.test(id)).map(({ id }) => id),
  };
}

const commitLine = /^\n?([0-9a-f]{40,64}) (\d+)$/;

/** Lists the versions of these files on the line of first parents, latest first; as far as objects are there. */
export async function listFileVersions(
  git: Git,
  { commit, paths, limit, signal }: FileVersionsRequest,
): Promise<readonly FileVersion[]> {
  const versions: FileVersion[] = [];
  let latest: { readonly id: CommitId; readonly committedAtMs: number } | undefined;
  const take = createRawDiff(
    ({ oldMode, oldBlobId, ...file }) => {
      if (latest !== undefined) versions.push({ ...latest, ...file });
    },
    (token) => {
      const [, id = '', seconds] = commitLine.exec(token) ?? [];
      if (isCommitId(id)) latest = { id, committedAtMs: Number(seconds) * 1000 };
    },
  );
  const log = ['--first-parent', '-m', '-z', '--raw', '--no-abbrev', '--format=%H %ct', `-n${limit}`];
  const plain = ['--no-notes', '--no-mailmap', '--no-decorate', ...diffFlags, ...renameFlags.similar_renames];
  // A clone that lacks objects tells as much as it has.
  await git.consume(
    { arguments: ['log', ...log, ...plain, '--end-of-options', commit, '--', ...paths], signal },
    take,
  );
  return versions;
}

/** How an entry differs between two of commit, index and working tree. */
export type IndexChange = Pick<RawChange, 'oldMode' | 'mode' | 'oldBlobId' | 'blobId' | 'status'>;

type IndexChanges = ReadonlyMap<RepositoryPath, IndexChange>;

/** Entries of the index that differ from those of a commit's tree. Empty when the clone lacks the trees to compare. */
export async function listStagedChanges(
  git: Git,
  commit: string,
  signal: AbortSignal | undefined,
): Promise<IndexChanges> {
  const compare = ['diff-index', '--cached', '--ita-visible-in-index', commit] as const;
  return (await compareIndex(git, compare, signal)) ?? new Map();
}

/**
 * Files whose time or size is not what the index has noted, and missing ones; undefined when git cannot read the index. Those
 * that a sparse checkout leaves out are none of them.
 */
export async function listUnstagedChanges(
  git: Git,
  signal: AbortSignal | undefined,
): Promise<IndexChanges | undefined> {
  return await compareIndex(git, ['diff-files'], signal);
}

async function compareIndex(
  git: Git,
  [command, ...words]: readonly [command: string, ...words: string[]],
  signal: AbortSignal | undefined,
): Promise<IndexChanges | undefined> {
  const changes = new Map<RepositoryPath, IndexChange>();
  const raw = ['--raw', '-z', '--no-abbrev', '--no-renames', ...diffFlags, '--ignore-submodules=all'];
  const exit = await git.consume(
    { arguments: [command, ...raw, ...words], signal },
    createRawDiff(({ path, ...change }) => {
      // An unfinished merge is told before the side of it that is compared.
      if (!changes.has(path)) changes.set(path, change);
    }),
  );
  return exit.code === 0 ? changes : undefined;
}
