import { type CommitId, isCommitId } from '../../model/repository.ts';
import type { FileLineChanges, LineChange } from '../../ports/git-reader.ts';
import { unquotePath } from '../../text/unquote-path.ts';

/** Stands before the id of each commit. */
export const commitMark = 'commit ';

const blobs = /^index [0-9a-f]+\.\.([0-9a-f]+)/;
const hunk = /^@@ -\d+(?:,(\d+))? \+(\d+)(?:,(\d+))? @@/;

/**
 * Reads a log with patches that have no context. Lines of content are counted, not recognised: content may look like
 * any line of git's own.
 *
 * @param isWhole false for a log that was cut: its last file is left out
 */
export function parseLineChanges(log: string, isWhole: boolean): readonly FileLineChanges[] {
  const lines = log.split('\n');
  const files: (Omit<FileLineChanges, 'changes'> & { readonly changes: LineChange[] })[] = [];
  let commit: CommitId | undefined;
  let blobId = '';
  let open: LineChange[] | undefined;
  for (let at = 0; at < lines.length; at++) {
    const line = lines[at] as string;
    const id = line.startsWith(commitMark) ? line.slice(commitMark.length) : '';
    if (isCommitId(id)) commit = id;
    if (line.startsWith('diff --git ')) {
      blobId = '';
      open = undefined;
    }
    blobId = blobs.exec(line)?.[1] ?? blobId;
    const path = line.startsWith('+++ ') ? readPath(line.slice('+++ '.length)) : undefined;
    if (path !== undefined && commit !== undefined) {
      open = [];
      files.push({ commit, path, blobId, changes: open });
    }
    const [, removed = '1', startLine, added = '1'] = hunk.exec(line) ?? [];
    if (startLine === undefined) continue;
    const content = takeContent(lines, at + 1, Number(removed) + Number(added));
    open?.push({ startLine: Number(startLine), ...content.change });
    at = content.last;
  }
  return isWhole ? files : files.slice(0, -1);
}

/** `b/` stands before every path; a deleted file is `/dev/null`. Behind a path with spaces git puts a tab. */
function readPath(text: string): string | undefined {
  const bare = text.endsWith('\t') ? text.slice(0, -1) : text;
  const path = bare.startsWith('"') ? unquotePath(bare) : bare;
  return path?.startsWith('b/') === true ? path.slice(2) : undefined;
}

function takeContent(lines: readonly string[], from: number, count: number) {
  const removed: string[] = [];
  const added: string[] = [];
  let at = from;
  for (; at < lines.length; at++) {
    const line = lines[at] as string;
    if (line.startsWith('\\')) continue;
    if (removed.length + added.length >= count) break;
    (line.startsWith('-') ? removed : added).push(line.slice(1));
  }
  return { change: { removed, added }, last: at - 1 };
}
