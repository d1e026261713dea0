import type { CommitId } from '../../src/model/repository.ts';

/** The moment the fakes are asked at. */
export const nowMs = Date.UTC(2026, 3, 1, 12);

export function commitId(digit: string): CommitId {
  return digit.repeat(40) as CommitId;
}
