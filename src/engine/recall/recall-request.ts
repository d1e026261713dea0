import type { Disclosure } from '../../model/card.ts';
import type { DecisionId, RecallMoment } from '../../model/decision.ts';
import type { FailureReport } from '../../model/failure.ts';
import type { Speaker } from '../../model/provenance.ts';

/** What is to be recalled: by words, by a failure, or by both. */
export interface RecallMemoriesRequest {
  readonly query?: string | undefined;
  readonly failure?: FailureReport | undefined;
  readonly files?: readonly string[] | undefined;
  readonly moment: RecallMoment;
  readonly budgetTokens?: number | undefined;
  readonly disclosure?: Disclosure | undefined;
  readonly topK?: number | undefined;
  /** Commit whose code a failure is located in; default: HEAD. */
  readonly asOf?: string | undefined;
  /** Of an event that may be told of twice: what was decided of it before is not decided again. Default: a new one. */
  readonly decisionId?: DecisionId | undefined;
  readonly speaker: Speaker;
}
