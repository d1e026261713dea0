import type { DecisionId } from '../../model/decision.ts';
import { shortUuid } from '../../wording/short-uuid.ts';

/** By what `feedback` and `why` find it. */
export function sayDecision(id: DecisionId): string {
  return `decision ${shortUuid(id)}`;
}
