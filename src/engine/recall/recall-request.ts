import type { DecisionMoment } from '../../model/decision.ts';
import type { FailureReport } from '../../model/failure.ts';
import type { Speaker } from '../../model/speaker.ts';

/** What is to be recalled: by words, by a failure, or by both. */
export interface RecallMemoriesRequest {
  readonly query?: string | undefined;
  readonly failure?: FailureReport | undefined;
  readonly files?: readonly string[] | undefined;
  readonly moment: DecisionMoment;
  readonly budgetTokens?: number | undefined;
  readonly topK?: number | undefined;
  readonly speaker: Speaker;
}
