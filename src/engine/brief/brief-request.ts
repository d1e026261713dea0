import type { DecisionId, DecisionMoment } from '../../model/decision.ts';
import type { Speaker } from '../../model/provenance.ts';

export interface BriefWorkRequest {
  /** The plan, in words. */
  readonly query?: string | undefined;
  /** Files that it is about. */
  readonly files?: readonly string[] | undefined;
  readonly budgetTokens?: number | undefined;
  /** Default: somebody asked. Unasked, what may not be shown unasked stays out, and what the session was shown before. */
  readonly moment?: Exclude<DecisionMoment, 'after_failure'> | undefined;
  /** What the session was shown before is no longer in its context. */
  readonly mayRepeat?: boolean | undefined;
  /** Of an event that may be told of twice. Default: a new one. */
  readonly decisionId?: DecisionId | undefined;
  readonly speaker: Speaker;
}
