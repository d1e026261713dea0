import type { RefusalReason } from '../../model/gate.ts';

/** The differences between the moments at which memories are looked for: each stage reads its part of the row. */
export interface Moment {
  /** The user asked: doubts about a memory are told with it, instead of refusing it. */
  readonly asked: boolean;
  /** Most memories that are found by their words; a hook has less time. */
  readonly mostFound: number;
  /** Most candidates compared with a failure in full. Unasked, only the same failure counts, which shares the most words. */
  readonly mostCompared: number;
  /** Memories are found by the places that their fixes changed as well. */
  readonly byPlace?: true;
  /** Reasons that refuse a memory although the user asked. */
  readonly alsoRefused?: readonly RefusalReason[];
}

/**
 * A request for a brief asks for all that holds, not for one memory: a doubtful memory stays out, as it could
 * not be shown unasked. An agent's unverified memory is shown as such.
 */
const doubtful: readonly RefusalReason[] = ['stale', 'untrusted', 'other_branch', 'rejected_before'];

const unaskedBrief = { asked: false, mostFound: 200, mostCompared: 0 } as const;

export const moments = {
  asked: { asked: true, mostFound: 20, mostCompared: 10 },
  after_failure: { asked: false, mostFound: 10, mostCompared: 5, byPlace: true },
  // A policy retrieves once more.
  high_precision_retrieval: { asked: false, mostFound: 20, mostCompared: 20 },
  high_recall_retrieval: { asked: false, mostFound: 40, mostCompared: 40 },
  brief: { asked: true, mostFound: 200, mostCompared: 0, alsoRefused: doubtful },
  session_start: unaskedBrief,
  before_edit: unaskedBrief,
  before_compaction: unaskedBrief,
} as const satisfies Readonly<Record<string, Moment>>;
