import type { Disclosure } from '../../model/card.ts';
import type { DecisionId, RecallMoment } from '../../model/decision.ts';
import { invalidArgument } from '../../model/errors.ts';
import type { Retrieval } from '../../model/evidence.ts';
import type { FailureReport } from '../../model/failure.ts';
import type { RefusalReason } from '../../model/gate.ts';
import type { Speaker } from '../../model/provenance.ts';

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

/** A request for memories: by words, by a failure, or by both. */
export interface RecallMemoriesRequest {
  readonly query?: string | undefined;
  readonly failure?: FailureReport | undefined;
  readonly files?: readonly string[] | undefined;
  readonly moment: RecallMoment;
  readonly budgetTokens?: number | undefined;
  readonly disclosure?: Disclosure | undefined;
  readonly topK?: number | undefined;
  /** How memories are found where vectors are turned on. Default: `hybrid`. */
  readonly retrieval?: Retrieval | undefined;
  /** Commit whose code a failure is located in; default: HEAD. */
  readonly asOf?: string | undefined;
  /** Id of the decision about an event that may be told of twice, which is decided once. Default: a new one. */
  readonly decisionId?: DecisionId | undefined;
  /** The command did not fail: only known facts about the findings that it printed are told. */
  readonly onlyFindings?: boolean | undefined;
  readonly speaker: Speaker;
}

/** @throws INVALID_ARGUMENT when nothing is asked, or so much of it cannot be given */
export function requireQuestion(request: RecallMemoriesRequest): void {
  const { query, failure, moment, topK, budgetTokens } = request;
  const hasWords = (query ?? '').trim() !== '';
  const { output = '', stack = '', command } = failure ?? {};
  const hasFailure = [output, stack].some((text) => text.trim() !== '') || command !== undefined;
  if (moment === 'after_failure' && !hasFailure) {
    throw invalidArgument('Nothing failed: give the output of the command that failed, and the command.');
  }
  if (!hasWords && !hasFailure) {
    throw invalidArgument(
      'There is nothing to recall by. Ask in words, or give the output of a command that failed.',
    );
  }
  requirePositive('topK', topK);
  requirePositive('budgetTokens', budgetTokens);
}

/** @throws INVALID_ARGUMENT */
export function requirePositive(name: string, value: number | undefined): void {
  if (value === undefined || (Number.isSafeInteger(value) && value > 0)) return;
  throw invalidArgument(`${name} is ${value}. Give a whole number of 1 or more.`, {
    argument: name,
    found: String(value),
  });
}
