import { type CommitId, isCommitId } from '../../model/repository.ts';
import { openByteSource } from './byte-source.ts';
import type { Git } from './git.ts';
import { gitFailed, saysNothingOfObjects } from './git-failure.ts';
import type { GitStream } from './git-stream.ts';

/** Parents of a commit, or the reason why it cannot be read. */
type ParentsAnswer = readonly CommitId[] | string;

/** Reads commits from one `git cat-file --batch` process, which is restarted when a damaged object ends it. */
export interface CommitParents {
  /** Answers in the requested order, at least one; fewer than requested when a damaged object ended git. */
  read(ids: readonly CommitId[]): Promise<readonly ParentsAnswer[]>;
  close(): Promise<void>;
}

/** Headers of a commit come first and are short; the message behind them is passed over, however long. */
const keptBytes = 1_048_576;
const brokenCommit = 'the commit object is missing or broken';

export function openCommitParents(git: Git, signal: AbortSignal | undefined): CommitParents {
  let batch: CommitBatch | undefined;
  return {
    async read(ids) {
      batch ??= startBatch(git, signal);
      batch.stream.send(`${ids.join('\n')}\n`);
      const answers: ParentsAnswer[] = [];
      for (const _ of ids) {
        const answer = await batch.next();
        if (answer === undefined) {
          const exit = await batch.stream.exit();
          if (saysNothingOfObjects(exit)) throw gitFailed('cat-file', exit);
          batch = undefined;
          return [...answers, brokenCommit];
        }
        answers.push(answer);
      }
      return answers;
    },
    async close() {
      await batch?.stream.stop();
    },
  };
}

interface CommitBatch {
  readonly stream: GitStream;
  next(): Promise<ParentsAnswer | undefined>;
}

function startBatch(git: Git, signal: AbortSignal | undefined): CommitBatch {
  const stream = git.stream({ arguments: ['cat-file', '--batch'], interactive: true, signal });
  const bytes = openByteSource(stream);
  return {
    stream,
    async next() {
      const header = await bytes.line();
      if (header === undefined) return undefined;
      const [, type, size] = header.split(' ');
      if (type === 'missing') return brokenCommit;
      const content = await bytes.take(Number(size) + 1, keptBytes);
      if (content === undefined) return undefined;
      return type === 'commit' ? parentsIn(content) : `the object is a ${type}, not a commit`;
    },
  };
}

function parentsIn(commit: Buffer): readonly CommitId[] {
  const end = commit.indexOf('\n\n');
  const headers = commit.toString('latin1', 0, end === -1 ? commit.length : end).split('\n');
  const parents: CommitId[] = [];
  for (const header of headers) {
    const id = header.startsWith('parent ') ? header.slice('parent '.length) : '';
    if (isCommitId(id)) parents.push(id);
  }
  return parents;
}
