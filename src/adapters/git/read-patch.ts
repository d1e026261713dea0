import type { CommitId, CommitPatch, FilePatch } from '../../model/repository.ts';
import type { PatchLimits } from '../../ports/git-reader.ts';
import type { Git } from './git.ts';
import { gitFailed, saysNothingOfObjects } from './git-process.ts';
import { findMissing } from './list-commits.ts';
import { type ChangedFile, type ChangedFiles, firstParentFlags, listChangedFiles } from './raw-diff.ts';

/** Git is stopped after this much text, kept or not; the omitted size of the current file is then a lower bound. */
const mostBytesRead = 33_554_432;

/** Paths go to git as arguments, for which the system has limited room. */
const mostPathCharacters = 32_768;

interface PatchRequest {
  readonly commit: CommitId;
  readonly limits: PatchLimits;
}

/** Reads a commit's changes to its first parent. A file whose content is not in the clone is listed with a note. */
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
  const splitter = createPatchSections(limits);
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

interface FileSections {
  readonly sections: ReadonlyMap<ChangedFile, PatchSection>;
  /** A limit was reached: files without a section were left out, not lost. */
  readonly stopped: boolean;
}

const contentMissing =
  'The patch cannot be shown: content of this file is not in this clone (partial or damaged), and nothing is fetched.\n';
const binaryMark = /^Binary files .* differ$/m;
const lineBreak = 10;

/** Pairs files with sections, in their order; a change of type (file to link) takes two. Undefined when they do not fit. */
function pairWithFiles(
  files: readonly ChangedFile[],
  sections: readonly PatchSection[],
  stopped: boolean,
): FileSections | undefined {
  const byFile = new Map<ChangedFile, PatchSection>();
  const left = sections.toReversed();
  for (const file of files) {
    const taken = [left.pop(), file.change.status === 'type_changed' ? left.pop() : undefined];
    const [first, second] = taken;
    if (first === undefined) break;
    byFile.set(file, second === undefined ? first : joined(first, second));
  }
  return stopped || (left.length === 0 && byFile.size === files.length)
    ? { sections: byFile, stopped }
    : undefined;
}

/** Files in git's order, as far as the total limit reaches. */
function assemblePatch(files: readonly ChangedFile[], found: FileSections, limits: PatchLimits): CommitPatch {
  const patches: FilePatch[] = [];
  let omittedFiles = 0;
  let room = limits.totalBytes;
  for (const file of files) {
    const section = found.sections.get(file);
    const bytes = section?.text.length ?? contentMissing.length;
    if ((section === undefined && found.stopped) || bytes > room) {
      omittedFiles += 1;
      continue;
    }
    room -= bytes;
    patches.push(section === undefined ? withoutContent(file) : filePatch(file, section, limits));
  }
  return { files: patches, omittedFiles };
}

function withoutContent({ change }: ChangedFile): FilePatch {
  return { change, text: contentMissing, omittedBytes: 0, binary: false };
}

function filePatch({ change }: ChangedFile, section: PatchSection, limits: PatchLimits): FilePatch {
  const kept = section.text.subarray(0, Math.min(limits.fileBytes, wholeLines(section)));
  const text = kept.toString('utf8');
  // Lines of content begin with a space, a sign or a backslash, so this line can only be git's own.
  return { change, text, omittedBytes: section.bytes - kept.length, binary: binaryMark.test(text) };
}

/** Bytes up to the last line break when the section was cut; all of it when even its first line was. */
function wholeLines({ text, bytes }: PatchSection): number {
  const end = text.length === bytes ? text.length : text.lastIndexOf(lineBreak) + 1;
  return end === 0 ? text.length : end;
}

function joined(first: PatchSection, second: PatchSection): PatchSection {
  return { text: Buffer.concat([first.text, second.text]), bytes: first.bytes + second.bytes };
}

/** Patch text of one file: the kept part, and the length of the whole. */
interface PatchSection {
  readonly text: Buffer;
  readonly bytes: number;
}

const mark = Buffer.from('\ndiff --git ');

/**
 * Cuts a patch into its files. A line that begins with `diff --git ` is always git's own: lines of content begin with a
 * space, a sign or a backslash, and line breaks in paths are quoted.
 */
export function createPatchSections(limits: PatchLimits) {
  const sections: PatchSection[] = [];
  let kept: Buffer[] = [];
  let keptBytes = 0;
  let seenBytes = 0;
  let room = limits.totalBytes;
  /** The end of the last chunk, which may begin a mark. It starts as a line break that is not in the patch. */
  let rest: Buffer = Buffer.from('\n');
  let started = false;

  const keep = (part: Buffer): void => {
    seenBytes += part.length;
    const wanted = part.subarray(0, Math.max(0, Math.min(limits.fileBytes, room) - keptBytes));
    if (wanted.length === 0) return;
    kept.push(Buffer.from(wanted));
    keptBytes += wanted.length;
  };
  const finish = (): void => {
    if (started) sections.push({ text: Buffer.concat(kept), bytes: seenBytes });
    room -= keptBytes;
    started = false;
    kept = [];
    keptBytes = 0;
    seenBytes = 0;
  };
  return {
    /** False once the limits leave no room for another section: no more chunks are needed. */
    push(chunk: Buffer): boolean {
      const bytes = Buffer.concat([rest, chunk]);
      let start = 0;
      for (let at = bytes.indexOf(mark); at !== -1; at = bytes.indexOf(mark, start)) {
        if (started) keep(bytes.subarray(start, at + 1));
        finish();
        if (room <= 0) return false;
        started = true;
        start = at + 1;
      }
      // The line break before a mark belongs to the section that ends with it: held back until that is known.
      const settled = Math.max(start, bytes.length - mark.length + 1);
      if (started) keep(bytes.subarray(start, settled));
      rest = Buffer.from(bytes.subarray(settled));
      return true;
    },
    end(): readonly PatchSection[] {
      if (started) keep(rest);
      finish();
      return sections;
    },
  };
}
