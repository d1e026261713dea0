import type { ChangeStatus } from '../../model/repository.ts';

/**
 * How changes are found out, from the most telling to the least demanding: similar files count as renamed (reads blobs),
 * identical ones do (reads trees only), none do, no changes at all (reads commits only).
 */
export type ChangeDetail = 'similar_renames' | 'exact_renames' | 'no_renames' | 'no_changes';

export const changeDetails: readonly ChangeDetail[] = [
  'similar_renames',
  'exact_renames',
  'no_renames',
  'no_changes',
];

export const renameFlags: Readonly<Record<Exclude<ChangeDetail, 'no_changes'>, readonly string[]>> = {
  similar_renames: ['-M', '-l400'],
  exact_renames: ['-M100%'],
  no_renames: ['--no-renames'],
};

/** Git's letter for what happened to a file; a number behind it says how similar the two are. */
export function changeStatus(letter: string): ChangeStatus {
  return statuses[letter.charAt(0)] ?? 'modified';
}

const statuses: Readonly<Record<string, ChangeStatus>> = {
  A: 'added',
  M: 'modified',
  D: 'deleted',
  R: 'renamed',
  C: 'copied',
  T: 'type_changed',
};
