import type { DecisionExplanation } from '../../model/decision.ts';
import type { Scope } from '../../model/provenance.ts';
import type { MemoryStore } from '../../ports/memory-store.ts';
import { findDecision } from './find-decision.ts';

/**
 * Explains a decision, with the current state of its candidate memories.
 *
 * @param scopes those that are read here: a decision for another repository counts as none. Default: all
 * @throws DECISION_NOT_FOUND
 */
export function explainDecision(
  store: MemoryStore,
  id?: string,
  scopes?: readonly Scope[],
): DecisionExplanation {
  return store.read((reader) => {
    const receipt = findDecision(reader, id, scopes);
    const considered = receipt.considered.map((memory) => {
      const item = reader.item(memory.itemId);
      return item === undefined ? memory : { ...memory, item };
    });
    return { receipt, considered, outcomes: reader.outcomesOf(receipt.id) };
  });
}
