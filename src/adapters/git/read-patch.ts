import type { CommitId, CommitPatch } from '../../model/repository.ts';
import type { PatchLimits } from '../../ports/git-reader.ts';
import { assemblePatch, type FileSections, pairWithFiles } from './assemble-patch.ts';
import { findMissing } from './find-missing.ts';
import type { Git } from './git.ts';
import { gitFailed, saysNothingOfObjects } from './git-failure.ts';
import {
  type ChangedFile,
  type ChangedFiles,
  firstParentFlags,
  listChangedFiles,
} from './list-changed-files.ts';
import { createPatchSections } from './patch-sections.ts';

/** Git is stopped after this much text, kept or not; the omitted size of the current file is then a lower bound. */
const mostBytesRead = 33_554_432;

/** Paths go to git as arguments, for which the system has limited room. */
const mostPathCharacters = 32_768;

interface PatchRequest {
  readonly commit: CommitId;
  readonly limits: PatchLimits;
}

/** What a commit changed, to its first parent. A file whose content is not in the clone is listed with a note. */
export async function readPatch(git: Git, request: PatchRequest): Promise<CommitPatch> {
  const changed = await listChangedFiles(git, request.commit);
  const whole = await readSections(git, request, changed, []);
  if (whole !== undefined) return assemblePatch(changed.files, whole, request.limits);
  const readable = await readableFiles(git, changed.files);
  const some = readable.length === 0 ? undefined : await readSections(git, request, changed, readable);
  return assemblePatch(changed.files, some ?? { sections: new Map(), stopped: false }, request.limits);
}

/** The patch of all files, or of some; undefined when git met an object it cannot read. */
async function readSections(
  git: Git,
  { commit, limits }: PatchRequest,
  { files, renames }: ChangedFiles,
  only: readonly ChangedFile[],
): Promise<FileSections | undefined> {
  const paths = only.flatMap(({ change }) => pathsOf(change));
  const stream = git.stream({
    arguments: [
      'diff-tree',
      '--patch',
      ...firstParentFlags,
      ...renames,
      '--end-of-options',
      commit,
      '--',
      ...paths,
    ],
  });
  const splitter = createPatchSections({ sectionBytes: limits.fileBytes, totalBytes: limits.totalBytes });
  let bytesRead = 0;
  let stopped = false;
  for await (const chunk of stream) {
    bytesRead += chunk.length;
    stopped = !splitter.push(chunk) || bytesRead > mostBytesRead;
    if (stopped) break;
  }
  if (!stopped) {
    const exit = await stream.exit();
    if (saysNothingOfObjects(exit)) throw gitFailed('diff-tree', exit);
    if (exit.code !== 0) return undefined;
  }
  return pairWithFiles(only.length === 0 ? files : only, splitter.end(), stopped);
}

/** Files whose content is there on both sides, as many as can be named in one command. */
async function readableFiles(git: Git, files: readonly ChangedFile[]): Promise<readonly ChangedFile[]> {
  const missing = await findMissing(git, [...new Set(files.flatMap((file) => file.blobIds))], undefined);
  let characters = 0;
  return files.filter(({ blobIds, change }) => {
    const paths = pathsOf(change);
    if (blobIds.some((id) => missing.has(id)) || paths.some((path) => !path.isWellFormed())) return false;
    characters += paths.join(' ').length;
    return characters <= mostPathCharacters;
  });
}

function pathsOf(change: ChangedFile['change']): readonly string[] {
  return change.previousPath === undefined ? [change.path] : [change.path, change.previousPath];
}
