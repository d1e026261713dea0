import type { DecisionMoment } from '../../model/decision.ts';
import type { FailureReport } from '../../model/failure.ts';
import type { Speaker } from '../../model/speaker.ts';

/** What is to be recalled: by words, by a failure, or by both. */
export interface RecallMemoriesRequest {
  readonly query?: string;
  readonly failure?: FailureReport;
  readonly files?: readonly string[];
  readonly moment: DecisionMoment;
  readonly budgetTokens?: number;
  readonly topK?: number;
  readonly speaker: Speaker;
}
