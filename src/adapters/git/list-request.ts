import type { CommitId } from '../../model/repository.ts';

/** Ancestors of `tips`, themselves included, without `known` and its ancestors. */
export interface ListRequest {
  readonly tips: readonly CommitId[];
  readonly known: readonly CommitId[];
  readonly signal?: AbortSignal | undefined;
}
