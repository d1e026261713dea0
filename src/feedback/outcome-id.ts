import type { Outcome } from '../model/decision.ts';

/**
 * Equal for the same thing said of the same decision by the same speaker, so that it counts once.
 * @param times how often the speaker had said so before, and taken it back
 */
export function outcomeId({ decisionId, itemId, kind, principal }: Omit<Outcome, 'id'>, times = 0): string {
  return [decisionId, itemId ?? '', kind, principal, ...(times > 0 ? [times] : [])].join(' ');
}
