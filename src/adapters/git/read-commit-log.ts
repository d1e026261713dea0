import {
  type ChangeStatus,
  type CommitId,
  type CommitRecord,
  type FileChange,
  isCommitId,
  maximumMessageLength,
} from '../../model/repository.ts';
import { decodePath } from '../../text/path-encoding.ts';
import { diffFlags, type Git } from './git.ts';
import { type ChangeDetail, changeStatus, createNulTokens, renameFlags } from './git-output.ts';
import { gitComplaint, gitFailed, saysNothingOfObjects } from './git-process.ts';

const detailFlags: Readonly<Record<ChangeDetail, readonly string[]>> = {
  similar_renames: ['--name-status', ...renameFlags.similar_renames],
  exact_renames: ['--name-status', ...renameFlags.exact_renames],
  no_renames: ['--name-status', ...renameFlags.no_renames],
  no_changes: ['--no-patch'],
};

/** How a log ended: without `failure` the ids that were left out are missing commits. */
export interface CommitLogEnd {
  readonly failure?: string;
}

export interface CommitLogRequest {
  readonly ids: readonly CommitId[];
  readonly detail: ChangeDetail;
  readonly signal: AbortSignal | undefined;
}

/**
 * Commits from one git process, batch by batch in the requested order, without missing ones. At a broken object git ends
 * midway: the commits until then are whole, and the return value holds git's complaint.
 */
export async function* readCommitLog(
  git: Git,
  request: CommitLogRequest,
): AsyncGenerator<readonly CommitRecord[], CommitLogEnd> {
  const parser = createCommitLogParser();
  const stream = git.stream({
    arguments: [
      ...(['log', '--no-walk=unsorted', '--ignore-missing', '--stdin', '-z', commitLogFormat] as const),
      ...['--encoding=UTF-8', '--no-notes', '--no-mailmap', '--no-decorate', '--diff-merges=first-parent'],
      ...diffFlags,
      ...detailFlags[request.detail],
    ],
    input: `${request.ids.join('\n')}\n`,
    signal: request.signal,
  });
  for await (const chunk of stream) yield parser.push(chunk);
  const exit = await stream.exit();
  if (exit.code === 0) {
    yield parser.end();
    return {};
  }
  if (saysNothingOfObjects(exit)) throw gitFailed('log', exit);
  return { failure: gitComplaint(exit) };
}

/**
 * Format of `git log`: id, parents, times, author and message, each ended by NUL, then (`-z --name-status`) a NUL and
 * for every file `status NUL path NUL`, renames with two paths. No field can hold a NUL, each status says how many
 * paths follow, and neither a status nor the empty token looks like an id: nothing in a message or path can pass for
 * another record.
 */
const commitLogFormat = '--format=%H%x00%P%x00%ct%x00%at%x00%an%x00%B%x00';

/** UTF-8 takes at most three bytes for each UTF-16 unit. */
const tokenLimitBytes = 3 * maximumMessageLength + 4;

const latestSecond = 253_402_300_799;
const lineBreak = 10;

interface CommitLogParser {
  /** Records that are complete by now. */
  push(chunk: Buffer): readonly CommitRecord[];
  /** The last record; to be asked for only when git ended well, else that record may lack changes. */
  end(): readonly CommitRecord[];
}

/** A commit of which nothing is known. */
export const emptyCommit = {
  parents: [],
  committedAtMs: 0,
  authoredAtMs: 0,
  author: '',
  message: '',
} as const;

type Draft = { -readonly [Key in keyof CommitRecord]: CommitRecord[Key] } & {
  readonly changes: FileChange[];
};

type TakeField = (record: Draft, buffer: Buffer, start: number, end: number) => void;

/** Fields behind the id, in the order of {@link commitLogFormat}. */
const fields: readonly TakeField[] = [
  (record, buffer, start, end) => {
    if (end > start) record.parents = buffer.toString('latin1', start, end).split(' ') as CommitId[];
  },
  (record, buffer, start, end) => {
    record.committedAtMs = milliseconds(buffer.toString('latin1', start, end));
  },
  (record, buffer, start, end) => {
    record.authoredAtMs = milliseconds(buffer.toString('latin1', start, end));
  },
  (record, buffer, start, end) => {
    record.author = buffer.toString('utf8', start, end);
  },
  (record, buffer, start, end) => {
    record.message = cutMessage(buffer.toString('utf8', start, end));
  },
];

export function createCommitLogParser(): CommitLogParser {
  let complete: CommitRecord[] = [];
  let record: Draft | undefined;
  /** Position in {@link fields} of the next one; behind them follow the changes. */
  let field = 0;
  let status: ChangeStatus | undefined;
  let previousPath: string | undefined;

  const takeStatusOrId = (buffer: Buffer, start: number, end: number): void => {
    // Between message and files git writes an empty token and a line break.
    const from = buffer[start] === lineBreak ? start + 1 : start;
    if (from >= end) return;
    const token = buffer.toString('latin1', from, end);
    if (!isCommitId(token)) {
      status = changeStatus(token);
      return;
    }
    if (record !== undefined) complete.push(record);
    record = { ...emptyCommit, id: token, changes: [] };
    field = 0;
  };
  const takePath = (changed: ChangeStatus, path: string): void => {
    if ((changed === 'renamed' || changed === 'copied') && previousPath === undefined) {
      previousPath = path;
      return;
    }
    const change = { status: changed, path };
    record?.changes.push(previousPath === undefined ? change : { ...change, previousPath });
    status = undefined;
    previousPath = undefined;
  };
  const split = createNulTokens(tokenLimitBytes, (buffer, start, end) => {
    const takeField = record && fields[field++];
    if (record !== undefined && takeField !== undefined) takeField(record, buffer, start, end);
    else if (status === undefined) takeStatusOrId(buffer, start, end);
    else takePath(status, decodePath(buffer, start, end));
  });
  const handOver = (): readonly CommitRecord[] => {
    const records = complete;
    complete = [];
    return records;
  };
  return {
    push(chunk) {
      split(chunk);
      return handOver();
    },
    end() {
      if (record !== undefined) complete.push(record);
      record = undefined;
      return handOver();
    },
  };
}

/** Dates git could not parse are 1970; those beyond the year 9999, its end. */
function milliseconds(seconds: string): number {
  const value = Number(seconds);
  return Number.isFinite(value) ? Math.min(Math.max(value, 0), latestSecond) * 1000 : 0;
}

function cutMessage(text: string): string {
  let end = Math.min(text.length, maximumMessageLength);
  if (end < text.length && text.isWellFormed() && !text.slice(0, end).isWellFormed()) end -= 1;
  while (end > 0 && text.charCodeAt(end - 1) === lineBreak) end -= 1;
  return text.slice(0, end);
}
