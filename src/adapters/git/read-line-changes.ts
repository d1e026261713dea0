import { type CommitId, isCommitId, type RepositoryPath } from '../../model/repository.ts';
import type { FileLineChanges, LineChange } from '../../ports/git-reader.ts';
import { unquotePath } from '../../text/path-encoding.ts';
import { diffFlags, type Git } from './git.ts';
import { gitFailed, saysNothingOfObjects } from './git-process.ts';

/** Git is stopped after this much text; its lines of whole files until then are used. */
const mostBytes = 8_388_608;
/** Paths go to git as arguments, for which the system has limited room. */
const mostPaths = 200;

/**
 * Lines that commits changed in some files, from one git process, in the order asked for. Lines behind an object that
 * cannot be read are left out.
 */
export async function readLineChanges(
  git: Git,
  commits: readonly CommitId[],
  paths: readonly RepositoryPath[],
  signal: AbortSignal | undefined,
): Promise<readonly FileLineChanges[]> {
  const named = paths.filter((path) => path.isWellFormed()).slice(0, mostPaths);
  if (commits.length === 0 || named.length === 0) return [];
  const stream = git.stream({
    arguments: [
      ...(['log', '--no-walk=unsorted', '--ignore-missing', '--stdin', '--patch', '--unified=0'] as const),
      ...[`--format=${commitMark}%H`, '--full-index', '--no-renames', '--diff-merges=first-parent'],
      ...['--no-notes', '--no-decorate', '--src-prefix=a/', '--dst-prefix=b/', ...diffFlags],
      ...['--', ...named],
    ],
    input: `${commits.join('\n')}\n`,
    signal,
  });
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of stream) {
    chunks.push(chunk);
    bytes += chunk.length;
    if (bytes > mostBytes) break;
  }
  const log = Buffer.concat(chunks).toString('utf8');
  if (bytes > mostBytes) return parseLineChanges(log, false);
  const exit = await stream.exit();
  if (saysNothingOfObjects(exit)) throw gitFailed('log', exit);
  return parseLineChanges(log, exit.code === 0);
}

/** Stands before the id of each commit. */
const commitMark = 'commit ';

const blobs = /^index [0-9a-f]+\.\.([0-9a-f]+)/;
const hunk = /^@@ -\d+(?:,(\d+))? \+(\d+)(?:,(\d+))? @@/;

/**
 * Reads a log with patches that have no context. Lines of content are counted, not recognised: content may look like
 * any line of git's own.
 * @param isWhole false for a log that was cut: its last file is left out
 */
function parseLineChanges(log: string, isWhole: boolean): readonly FileLineChanges[] {
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
