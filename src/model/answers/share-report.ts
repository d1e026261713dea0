import type { RepositoryPath } from '../commit.ts';
import type { ItemId } from '../memory-item.ts';

/** Where a repository keeps the lessons that its people share: from the top of the working tree. */
export const sharedLessonsPath = '.afterwit/lessons.jsonl' as RepositoryPath;

/** What happens to a line of the shared file. `replaced`: another line says what holds in its place. */
export type ShareChangeKind = 'added' | 'changed' | 'removed' | 'replaced';

export interface ShareChange {
  readonly kind: ShareChangeKind;
  readonly id: ItemId;
  readonly title: string;
}

/** Lessons that were written into the shared file of a repository, or taken out of it. */
export interface ShareReport {
  /** The file on disk. */
  readonly path: string;
  /** Nothing was written. */
  readonly preview: boolean;
  /** In the order of the file. */
  readonly changes: readonly ShareChange[];
  /** Lines of the file afterwards. */
  readonly lineCount: number;
}
