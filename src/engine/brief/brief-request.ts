import type { Speaker } from '../../model/speaker.ts';

export interface BriefWorkRequest {
  /** The plan, in words. */
  readonly query?: string | undefined;
  /** Files that it is about. */
  readonly files?: readonly string[] | undefined;
  readonly budgetTokens?: number | undefined;
  readonly speaker: Speaker;
}
