import type { ItemId } from '../../../model/brands.ts';
import type { Outcome } from '../../../model/decision.ts';
import type { ItemReader } from '../../../ports/memory-store.ts';
import type { Row } from '../database.ts';
import { decodeText, encodeText } from '../text-value.ts';
import type { DamageLog } from './damage-log.ts';
import { digestRow, type PlainValue, plainValue } from './digest.ts';
import { kindSchema } from './migrations.ts';
import type { Prepare } from './prepare.ts';
import type { RowWriter } from './row-writer.ts';

type OutcomeLookups = Pick<
  ItemReader,
  'outcomesOf' | 'outcomesAbout' | 'outcomesInSession' | 'outcomesAfter'
>;

const columns = ['id', 'decision_id', 'item_id', 'kind', 'given_by', 'principal', 'at_ms'] as const;

/** Sessions were added later; without a session, the digest is the same as before. */
function digestOf(values: readonly PlainValue[], session: PlainValue): number {
  return session === null ? digestRow(...values) : digestRow(...values, session);
}

/** The outcome in a row of `outcomes`; undefined when the row is damaged. */
export function decodeOutcome(row: Row): Outcome | undefined {
  const values = columns.map((column) => plainValue(row[column]));
  const session = plainValue(row.session ?? null);
  if (Number(row.digest) !== digestOf(values, session)) return undefined;
  return {
    id: decodeText(row.id),
    decisionId: decodeText(row.decision_id) as Outcome['decisionId'],
    ...(row.item_id === null ? {} : { itemId: decodeText(row.item_id) as ItemId }),
    kind: row.kind as Outcome['kind'],
    by: row.given_by as Outcome['by'],
    principal: decodeText(row.principal),
    ...(session === null ? {} : { session: String(session) }),
    atMs: Number(row.at_ms),
  };
}

/** Reads outcomes in the order of insertion. */
export function readOutcomeTable(prepare: Prepare, schema: number, damage: DamageLog): OutcomeLookups {
  const list = (column: 'decision_id' | 'item_id' | 'session', id: string): readonly Outcome[] =>
    prepare(`SELECT * FROM outcomes WHERE ${column} = ? ORDER BY sequence`)
      .all(encodeText(id))
      .flatMap((row) => {
        const outcome = decodeOutcome(row);
        if (outcome === undefined) damage.note('outcomes', decodeText(row.id));
        return outcome ?? [];
      });

  return {
    outcomesOf: (decision) => list('decision_id', decision),
    outcomesAbout(ids) {
      const all = [...new Set(ids)].map((id) => [id, list('item_id', id)] as const);
      return new Map(all.filter(([, outcomes]) => outcomes.length > 0));
    },
    outcomesAfter: (sequence) =>
      prepare('SELECT * FROM outcomes WHERE sequence > ? ORDER BY sequence')
        .all(sequence)
        .flatMap((row) => {
          const outcome = decodeOutcome(row);
          if (outcome === undefined) damage.note('outcomes', decodeText(row.id));
          return outcome === undefined ? [] : { sequence: Number(row.sequence), outcome };
        }),
    outcomesInSession: (session) => (schema < kindSchema ? [] : list('session', session)),
  };
}

/** Returns false when an outcome with this id exists already. */
export function addOutcome(writer: RowWriter, outcome: Outcome): boolean {
  const { id, decisionId, itemId = null, kind, by, principal, session = null, atMs } = outcome;
  const values = [id, decisionId, itemId, kind, by, principal, atMs];
  const changes = writer.run(
    `INSERT INTO outcomes (${columns.join()}, session, digest) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)
     ON CONFLICT (id) DO NOTHING`,
    ...[...values, session].map((value) => (typeof value === 'string' ? encodeText(value) : value)),
    digestOf(values, session),
  );
  return changes > 0;
}
