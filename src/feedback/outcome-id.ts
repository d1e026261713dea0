import type { Outcome } from '../model/decision.ts';

/** Equal for the same thing said of the same decision by the same speaker, so that it counts once. */
export function outcomeId({ decisionId, itemId, kind, principal }: Omit<Outcome, 'id'>): string {
  return [decisionId, itemId ?? '', kind, principal].join(' ');
}
