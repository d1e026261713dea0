import type { CommitPatch, FilePatch } from '../../model/repository.ts';
import type { PatchLimits } from '../../ports/git-reader.ts';
import type { ChangedFile } from './list-changed-files.ts';
import type { PatchSection } from './patch-sections.ts';

/** Patch text by file. */
export interface FileSections {
  readonly sections: ReadonlyMap<ChangedFile, PatchSection>;
  /** A limit was reached: files without a section were left out, not lost. */
  readonly stopped: boolean;
}

const contentMissing =
  'The patch cannot be shown: content of this file is not in this clone (partial or damaged), and nothing is fetched.\n';
const binaryMark = /^Binary files .* differ$/m;
const lineBreak = 10;

/** Sections stand in the order of the files; a change of type (file to link) takes two. Undefined when they do not fit. */
export function pairWithFiles(
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
export function assemblePatch(
  files: readonly ChangedFile[],
  found: FileSections,
  limits: PatchLimits,
): CommitPatch {
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
