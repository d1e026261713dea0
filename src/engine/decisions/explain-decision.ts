import type { DecisionExplanation, DecisionId, DecisionReceipt } from '../../model/decision.ts';
import { AfterwitError } from '../../model/errors.ts';
import type { Scope } from '../../model/provenance.ts';
import type { ItemReader, MemoryStore } from '../../ports/memory-store.ts';

/**
 * Explains a decision, with the current state of its candidate memories.
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

/** The latest of one repository is looked for among so many of all. */
const mostLookedAt = 200;
/** Ids that begin alike are rare, and a reader in one repository is not told of those of another. */
const mostAlike = 20;

/**
 * The decision with an id or an unambiguous prefix of one; without an id, the latest.
 * @param scopes only decisions that read these alone. Default: all
 * @throws DECISION_NOT_FOUND
 */
export function findDecision(
  reader: ItemReader,
  id: string | undefined,
  scopes?: readonly Scope[],
): DecisionReceipt {
  const isHere = (receipt: DecisionReceipt): boolean =>
    scopes === undefined || receipt.scopes.every((scope) => scopes.includes(scope));
  if (id === undefined) {
    const latest = reader.decisions(scopes === undefined ? 1 : mostLookedAt).find(isHere);
    if (latest !== undefined) return latest;
    throw notFound(
      scopes === undefined
        ? 'No decision was made yet. `afterwit recall "…"` makes one.'
        : 'No decision was made here yet. `afterwit recall "…"` makes one, and `afterwit why --all` explains the latest of all repositories.',
      '',
    );
  }
  const prefix = id.trim().toLowerCase();
  if (!/^[0-9a-f-]{4,36}$/.test(prefix)) {
    throw notFound(
      `${JSON.stringify(id.slice(0, 80))} is not the id of a decision. Give at least 4 hexadecimal digits, as recall and the card print them.`,
      id.slice(0, 80),
    );
  }
  const whole = reader.decision(prefix as DecisionId);
  if (whole !== undefined && isHere(whole)) return whole;
  const [first, second] = reader.decisionsByIdPrefix(prefix, mostAlike).filter(isHere);
  if (first !== undefined && second === undefined) return first;
  throw notFound(
    first === undefined
      ? `No decision has the id ${prefix}. \`afterwit why\` explains the latest one.`
      : `Several decisions have an id that begins with ${prefix}. Give more digits.`,
    prefix,
  );
}

function notFound(message: string, id: string): AfterwitError {
  return new AfterwitError('DECISION_NOT_FOUND', message, { data: { id } });
}
