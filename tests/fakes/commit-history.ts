import { indexCommit } from '../../src/history/commit-message.ts';
import type { CommitId, CommitRecord, FileChange } from '../../src/model/repository.ts';
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
  /** A shallow clone ends here; give it no parents. */
  readonly isCut?: true;
}

export const msPerDay = 86_400_000;

/** A valid commit id that starts with the hexadecimal form of a name. */
export function idOf(name: string): CommitId {
  return Buffer.from(name).toString('hex').padEnd(40, '0').slice(0, 40) as CommitId;
}

/** Without `parents` a commit follows the one before it; its day is its position. */
export function commitRecords(sketches: readonly CommitSketch[]): readonly CommitRecord[] {
  return sketches.map((sketch, position) => {
    const previous = sketches[position - 1];
    const parents = sketch.parents ?? (previous === undefined ? [] : [previous.name]);
    const atMs = (sketch.day ?? position) * msPerDay;
    return {
      id: idOf(sketch.name),
      parents: parents.map(idOf),
      committedAtMs: atMs,
      authoredAtMs: atMs,
      author: sketch.author ?? 'Ada',
      message: sketch.message ?? sketch.name,
      changes: (sketch.files ?? []).map((file) =>
        typeof file === 'string' ? { status: 'modified', path: file } : file,
      ),
      ...(sketch.isCut === undefined ? {} : { isCut: sketch.isCut }),
    };
  });
}

/** The same, ready for an index. */
export function commitHistory(sketches: readonly CommitSketch[]): readonly IndexedCommit[] {
  return commitRecords(sketches).map((record) => indexCommit(record));
}

export function renamed(previousPath: string, path: string): FileChange {
  return { status: 'renamed', path, previousPath };
}

export function deleted(path: string): FileChange {
  return { status: 'deleted', path };
}
