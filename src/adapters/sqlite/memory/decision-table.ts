import type { SQLInputValue } from 'node:sqlite';
import type { DecisionReceipt } from '../../../model/decision.ts';
import type { ItemReader } from '../../../ports/memory-store.ts';
import type { Row } from '../database.ts';
import { decodeText, encodeText } from '../text-value.ts';
import type { DamageLog } from './damage-log.ts';
import { digestRowWithBody, plainValue } from './digest.ts';
import type { Prepare } from './prepare.ts';
import type { RowWriter } from './row-writer.ts';
import { textPrefix } from './text-prefix.ts';

type DecisionLookups = Pick<
  ItemReader,
  'decision' | 'decisionsByIdPrefix' | 'decisions' | 'decisionsInSession' | 'decisionsAfter'
>;

/** The receipt in a row of `decisions`; undefined when the row is damaged. */
function decodeDecision(row: Row): DecisionReceipt | undefined {
  return isWholeDecision(row) ? (JSON.parse(String(row.receipt)) as DecisionReceipt) : undefined;
}

/** Whether {@link decodeDecision} would read it. */
export function isWholeDecision(row: Row): boolean {
  const values = [row.id, row.at_ms, row.repository_id].map(plainValue);
  return Number(row.digest) === digestRowWithBody(String(row.receipt), ...values);
}

/** Reads decisions. `sequence` is the order of insertion, independent of the clock. */
export function readDecisionTable(prepare: Prepare, damage: DamageLog): DecisionLookups {
  const list = (clauses: string, parameters: readonly SQLInputValue[], limit: number) => {
    const receipts: DecisionReceipt[] = [];
    if (limit <= 0) return receipts;
    for (const row of prepare(`SELECT * FROM decisions ${clauses}`).iterate(...parameters)) {
      const receipt = decodeDecision(row);
      if (receipt === undefined) damage.note('decisions', decodeText(row.id));
      else if (receipts.push(receipt) >= limit) break;
    }
    return receipts;
  };

  return {
    decision: (id) => list('WHERE id = ?', [encodeText(id)], 1)[0],
    decisionsByIdPrefix: (prefix, limit) => {
      const { sql, parameters } = textPrefix('id', prefix);
      return list(`WHERE ${sql} ORDER BY sequence DESC`, parameters, limit);
    },
    decisions: (limit) => list('ORDER BY sequence DESC', [], limit),
    decisionsInSession(session, last) {
      // Receipts of others are not parsed: each holds all that was considered.
      const latest = prepare(
        'SELECT * FROM (SELECT * FROM decisions ORDER BY sequence DESC LIMIT ?) WHERE instr(receipt, ?) > 0 ORDER BY sequence DESC',
      );
      return latest.all(Math.max(0, last), JSON.stringify(session)).flatMap((row) => {
        const receipt = decodeDecision(row);
        if (receipt === undefined) damage.note('decisions', decodeText(row.id));
        return receipt?.session === session ? [receipt] : [];
      });
    },
    decisionsAfter(sequence, limit = Number.POSITIVE_INFINITY) {
      const found: { readonly sequence: number; readonly receipt: DecisionReceipt }[] = [];
      const after = prepare('SELECT * FROM decisions WHERE sequence > ? ORDER BY sequence');
      for (const row of after.iterate(sequence)) {
        const receipt = decodeDecision(row);
        if (receipt === undefined) damage.note('decisions', decodeText(row.id));
        else if (found.push({ sequence: Number(row.sequence), receipt }) >= limit) break;
      }
      return found;
    },
  };
}

export function addDecision(writer: RowWriter, decision: DecisionReceipt): void {
  const { id, atMs, repositoryId = null } = decision;
  const receipt = JSON.stringify(decision);
  writer.run(
    'INSERT INTO decisions (id, at_ms, repository_id, digest, receipt) VALUES (?, ?, ?, ?, ?)',
    encodeText(id),
    atMs,
    repositoryId === null ? null : encodeText(repositoryId),
    digestRowWithBody(receipt, id, atMs, repositoryId),
    receipt,
  );
}

export function replaceDecision(writer: RowWriter, decision: DecisionReceipt): void {
  const { id, atMs, repositoryId = null } = decision;
  const receipt = JSON.stringify(decision);
  writer.run(
    'UPDATE decisions SET digest = ?, receipt = ? WHERE id = ?',
    digestRowWithBody(receipt, id, atMs, repositoryId),
    receipt,
    encodeText(id),
  );
}
