import type { StoredKnowledge } from '../../../ports/memory-store.ts';
import { digestRowWithBody, plainValue } from './digest.ts';
import type { Prepare } from './prepare.ts';
import type { RowWriter } from './row-writer.ts';

/** The only row. */
const only = 1;

/** What the gate knows. A damaged row is as good as none, and no damage to tell of: it is learned again from the log. */
export function readKnowledge(prepare: Prepare): StoredKnowledge | undefined {
  const row = prepare('SELECT * FROM gate_knowledge WHERE sequence = ?').get(only);
  if (row === undefined) return undefined;
  const body = String(row.body);
  const values = [row.decision_sequence, row.outcome_sequence].map(plainValue);
  if (Number(row.digest) !== digestRowWithBody(body, ...values)) return undefined;
  return {
    decisionSequence: Number(row.decision_sequence),
    outcomeSequence: Number(row.outcome_sequence),
    body,
  };
}

export function putKnowledge(
  writer: RowWriter,
  { decisionSequence, outcomeSequence, body }: StoredKnowledge,
): void {
  writer.run(
    `INSERT INTO gate_knowledge (sequence, decision_sequence, outcome_sequence, digest, body) VALUES (?, ?, ?, ?, ?)
     ON CONFLICT (sequence) DO UPDATE SET decision_sequence = excluded.decision_sequence,
       outcome_sequence = excluded.outcome_sequence, digest = excluded.digest, body = excluded.body`,
    only,
    decisionSequence,
    outcomeSequence,
    digestRowWithBody(body, decisionSequence, outcomeSequence),
    body,
  );
}
