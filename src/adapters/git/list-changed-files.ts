import { AfterwitError } from '../../model/errors.ts';
import type { CommitId, FileChange } from '../../model/repository.ts';
import { decodePath } from '../../text/path-encoding.ts';
import { changeStatus, renameFlags } from './change-detail.ts';
import type { Git } from './git.ts';
import { diffFlags } from './git-environment.ts';
import { gitComplaint, gitFailed, saysNothingOfObjects } from './git-failure.ts';
import type { GitExit } from './git-process.ts';
import { createNulTokens } from './nul-tokens.ts';

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
