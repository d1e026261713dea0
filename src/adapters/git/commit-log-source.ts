import type { CommitRecord } from '../../model/repository.ts';
import type { CommitLogEnd } from './read-commit-log.ts';

/** A commit log read record by record, with a look ahead. */
export interface CommitLogSource {
  /** The next record, left in place; undefined at the end. */
  peek(): CommitRecord | undefined | Promise<CommitRecord | undefined>;
  /** Passes over the record last peeked at. */
  drop(): void;
  /** Why the log ended early; known at the end. */
  failure(): string | undefined;
  close(): Promise<void>;
}

export function openCommitLogSource(
  log: AsyncGenerator<readonly CommitRecord[], CommitLogEnd>,
): CommitLogSource {
  let batch: readonly CommitRecord[] = [];
  let position = 0;
  let end: CommitLogEnd | undefined;
  const fill = async (): Promise<CommitRecord | undefined> => {
    while (position >= batch.length && end === undefined) {
      const step = await log.next();
      if (step.done === true) end = step.value;
      else {
        batch = step.value;
        position = 0;
      }
    }
    return batch[position];
  };
  return {
    // Most records are there already: no need to wait for them.
    peek: () => (position < batch.length ? batch[position] : fill()),
    drop() {
      position += 1;
    },
    failure: () => end?.failure,
    async close() {
      await log.return({});
    },
  };
}
