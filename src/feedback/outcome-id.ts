import type { Outcome } from '../model/decision.ts';

/**
 * Id of an outcome, equal for the same judgement of the same decision by the same speaker, so that it counts once.
 * @param times number of times that the speaker gave this judgement before and withdrew it
 */
export function outcomeId({ decisionId, itemId, kind, principal }: Omit<Outcome, 'id'>, times = 0): string {
  return [decisionId, itemId ?? '', kind, principal, ...(times > 0 ? [times] : [])].join(' ');
}
