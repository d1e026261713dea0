import type { Outcome, OutcomeCounts, OutcomeKind } from '../../../model/decision.ts';
import type { ItemId } from '../../../model/memory-item.ts';
import type { ItemReader } from '../../../ports/item-store.ts';
import type { Row } from '../database.ts';
import { decodeText, encodeText } from '../text-value.ts';
import type { DamageLog } from './damage-log.ts';
import { digestRow, plainValue } from './digest.ts';
import type { Prepare } from './prepare.ts';
import type { RowWriter } from './row-writer.ts';

type OutcomeLookups = Pick<ItemReader, 'outcomeCounts' | 'outcomesOf'>;

const columns = ['id', 'decision_id', 'item_id', 'kind', 'given_by', 'principal', 'at_ms'] as const;

/** The outcome in a row of `outcomes`; undefined when the row is not what was written. */
export function decodeOutcome(row: Row): Outcome | undefined {
  const values = columns.map((column) => plainValue(row[column]));
  if (Number(row.digest) !== digestRow(...values)) return undefined;
  return {
    id: decodeText(row.id),
    decisionId: decodeText(row.decision_id) as Outcome['decisionId'],
    ...(row.item_id === null ? {} : { itemId: decodeText(row.item_id) as ItemId }),
    kind: row.kind as Outcome['kind'],
    by: row.given_by as Outcome['by'],
    principal: decodeText(row.principal),
    atMs: Number(row.at_ms),
  };
}

/** Reads outcomes in the order in which they came. */
export function readOutcomeTable(prepare: Prepare, damage: DamageLog): OutcomeLookups {
  const list = (column: 'decision_id' | 'item_id', id: string): readonly Outcome[] =>
    prepare(`SELECT * FROM outcomes WHERE ${column} = ? ORDER BY sequence`)
      .all(encodeText(id))
      .flatMap((row) => {
        const outcome = decodeOutcome(row);
        if (outcome === undefined) damage.note('outcomes', decodeText(row.id));
        return outcome ?? [];
      });

  return {
    outcomesOf: (decision) => list('decision_id', decision),
    outcomeCounts(ids) {
      const counts = new Map<ItemId, OutcomeCounts>();
      for (const id of new Set(ids)) {
        const outcomes = list('item_id', id);
        if (outcomes.length > 0) counts.set(id, countKinds(outcomes));
      }
      return counts;
    },
  };
}

function countKinds(outcomes: readonly Outcome[]): OutcomeCounts {
  const counts: Partial<Record<OutcomeKind, number>> = {};
  for (const { kind } of outcomes) counts[kind] = (counts[kind] ?? 0) + 1;
  return counts;
}

/** Gives false when an outcome of this id is known already. */
export function addOutcome(writer: RowWriter, outcome: Outcome): boolean {
  const { id, decisionId, itemId = null, kind, by, principal, atMs } = outcome;
  const values = [id, decisionId, itemId, kind, by, principal, atMs];
  const changes = writer.run(
    `INSERT INTO outcomes (${columns.join()}, digest) VALUES (?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT (id) DO NOTHING`,
    ...values.map((value) => (typeof value === 'string' ? encodeText(value) : value)),
    digestRow(...values),
  );
  return changes > 0;
}
