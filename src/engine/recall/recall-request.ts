import type { Disclosure } from '../../model/card.ts';
import type { DecisionId, RecallMoment } from '../../model/decision.ts';
import { invalidArgument } from '../../model/errors.ts';
import type { Retrieval } from '../../model/evidence.ts';
import type { FailureReport } from '../../model/failure.ts';
import type { Speaker } from '../../model/provenance.ts';

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
