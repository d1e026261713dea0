import { indexCommit } from '../../src/history/index-commit.ts';
import type { CommitId, FileChange } from '../../src/model/commit.ts';
import type { IndexedCommit } from '../../src/ports/repository-index.ts';

/** A commit as a test writes it down. */
export interface CommitSketch {
  /** Short name; the id is derived from it. */
  readonly name: string;
  readonly parents?: readonly string[];
  readonly message?: string;
  readonly author?: string;
  readonly day?: number;
  readonly files?: readonly (string | FileChange)[];
}

const msPerDay = 86_400_000;

/** A valid commit id that starts with the hexadecimal form of a name. */
export function idOf(name: string): CommitId {
  return Buffer.from(name).toString('hex').padEnd(40, '0').slice(0, 40) as CommitId;
}

/** Commits ready for an index. Without `parents` a commit follows the one before it; its day is its position. */
export function commitHistory(sketches: readonly CommitSketch[]): readonly IndexedCommit[] {
  return sketches.map((sketch, position) => {
    const previous = sketches[position - 1];
    const parents = sketch.parents ?? (previous === undefined ? [] : [previous.name]);
    const atMs = (sketch.day ?? position) * msPerDay;
    return indexCommit({
      id: idOf(sketch.name),
      parents: parents.map(idOf),
      committedAtMs: atMs,
      authoredAtMs: atMs,
      author: sketch.author ?? 'Ada',
      message: sketch.message ?? sketch.name,
      changes: (sketch.files ?? []).map((file) =>
        typeof file === 'string' ? { status: 'modified' as const, path: file } : file,
      ),
    });
  });
}
