import type { RepositoryPath } from '../../model/repository.ts';
import { decodePath } from '../../text/path-encoding.ts';
import type { Git } from './git.ts';
import { createNulTokens } from './git-output.ts';

export interface IndexEntry {
  readonly path: RepositoryPath;
  readonly mode: string;
  /** Absent while a merge of this file is unfinished. */
  readonly blobId: string | undefined;
  /** How the file looked when git last knew its content to be that of the blob. */
  readonly stats: IndexStats | undefined;
  /** Left out of the working tree by a sparse checkout. */
  readonly isSkipped: boolean;
}

export interface IndexStats {
  readonly modifiedAtSeconds: number;
  /** 0 when the index stores only whole seconds. */
  readonly modifiedAtNanoseconds: number;
  /** Modulo 2^32. */
  readonly sizeBytes: number;
}

const longestEntryBytes = 262_144;
const skipWorktreeFlag = 0x4000_0000;

/** Every path of the index; undefined when git cannot read it (a damaged one, say). */
export async function listIndexEntries(
  git: Git,
  signal: AbortSignal | undefined,
): Promise<readonly IndexEntry[] | undefined> {
  const parser = createIndexParser();
  const exit = await git.consume(
    { arguments: ['ls-files', '--stage', '--debug', '-z'], signal },
    parser.push,
  );
  return exit.code === 0 ? parser.end() : undefined;
}

/**
 * Reads `mode id stage TAB path NUL`, each followed by lines about the file's stats, which begin with a space. No path
 * can pass for such a line, as NUL ends it. The lines are meant for people: those not understood are passed over, and
 * then the file is read.
 */
function createIndexParser(): { push(chunk: Buffer): void; end(): readonly IndexEntry[] } {
  const entries: IndexEntry[] = [];
  let pending: Pick<IndexEntry, 'path' | 'mode' | 'blobId'> | undefined;
  const push = createNulTokens(longestEntryBytes, (buffer, start, end) => {
    const token = buffer.toString('latin1', start, end);
    const headerAt = endOfStats(token);
    if (pending !== undefined) {
      entries.push({ ...pending, ...parseStats(token.slice(0, headerAt)) });
      pending = undefined;
    }
    if (headerAt === token.length) return;
    const tabAt = token.indexOf('\t', headerAt);
    const [mode = '', blobId = '', stage] = token.slice(headerAt, tabAt).split(' ');
    const path = decodePath(buffer, start + tabAt + 1, end);
    if (stage === '0') pending = { path, mode, blobId };
    // Up to three sides of an unfinished merge follow each other; together they are one file.
    else if (entries.at(-1)?.path !== path) pending = { path, mode, blobId: undefined };
  });
  return {
    push,
    end() {
      push(Buffer.of(0));
      return entries;
    },
  };
}

function endOfStats(token: string): number {
  let at = 0;
  while (token.startsWith(' ', at)) {
    const lineBreakAt = token.indexOf('\n', at);
    at = lineBreakAt === -1 ? token.length : lineBreakAt + 1;
  }
  return at;
}

const statsPattern = /^ {2}mtime: (\d+):(\d+)\n(?: .*\n){2} {2}size: (\d+)\tflags: ([0-9a-f]+)$/m;

function parseStats(text: string): Pick<IndexEntry, 'stats' | 'isSkipped'> {
  const [, seconds, nanoseconds, size, flags = '0'] = statsPattern.exec(text) ?? [];
  const isSkipped = (Number.parseInt(flags, 16) & skipWorktreeFlag) !== 0;
  if (seconds === undefined) return { stats: undefined, isSkipped };
  const stats = {
    modifiedAtSeconds: Number(seconds),
    modifiedAtNanoseconds: Number(nanoseconds),
    sizeBytes: Number(size),
  };
  return { stats, isSkipped };
}
