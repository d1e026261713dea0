import type { DecisionId, DecisionReceipt } from '../../model/decision.ts';
import { AfterwitError } from '../../model/errors.ts';
import type { ItemReader } from '../../ports/item-store.ts';

/** The decision with an id or an unambiguous prefix of one; without an id, the latest. @throws DECISION_NOT_FOUND */
export function findDecision(reader: ItemReader, id: string | undefined): DecisionReceipt {
  if (id === undefined) {
    const [latest] = reader.decisions(1);
    if (latest !== undefined) return latest;
    throw notFound('No decision was made yet. `afterwit recall "…"` makes one.', '');
  }
  const prefix = id.trim().toLowerCase();
  if (!/^[0-9a-f-]{4,36}$/.test(prefix)) {
    throw notFound(
      `${JSON.stringify(id.slice(0, 80))} is not the id of a decision. Give at least 4 hexadecimal digits, as recall and the card print them.`,
      id.slice(0, 80),
    );
  }
  const whole = reader.decision(prefix as DecisionId);
  if (whole !== undefined) return whole;
  const [first, second] = reader.decisionsByIdPrefix(prefix, 2);
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
