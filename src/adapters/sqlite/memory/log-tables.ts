import type { SQLInputValue } from 'node:sqlite';
import type { DecisionReceipt, Outcome } from '../../../model/decision.ts';
import type { RepositoryId } from '../../../model/repository.ts';
import type { ItemReader, ItemWriter, StoredKnowledge } from '../../../ports/memory-store.ts';
import type { Row } from '../database.ts';
import {
  type DamageLog,
  decodeText,
  encodeText,
  hasTable,
  type Prepare,
  type RowWriter,
  SealedTable,
  textPrefix,
} from './sealed-table.ts';

/** `sequence` is the order of insertion, independent of the clock. */
export const decisions = new SealedTable({
  name: 'decisions',
  columns: ['id', 'at_ms', 'repository_id'],
  body: 'receipt',
});

export const outcomes = new SealedTable({
  name: 'outcomes',
  columns: ['id', 'decision_id', 'item_id', 'kind', 'given_by', 'principal', 'at_ms'],
  later: 'session',
});

export const pausedRepositories = new SealedTable({
  name: 'paused_repositories',
  key: 'repository_id',
  columns: ['repository_id', 'paused_at_ms'],
});

/** The sequence of a table's only row. A damaged row counts as none, and is not reported: its values are found anew. */
const only = 1;

const gateKnowledge = new SealedTable({
  name: 'gate_knowledge',
  key: 'sequence',
  columns: ['decision_sequence', 'outcome_sequence'],
  body: 'body',
  unsealed: 'sequence',
});

const upkeep = new SealedTable({
  name: 'upkeep',
  key: 'sequence',
  columns: [],
  body: 'body',
  unsealed: 'sequence',
});

/** Reads decisions, their outcomes, and the knowledge learned from both. */
export function readLogTables(prepare: Prepare, damage: DamageLog) {
  /** Decodes rows up to a number of whole ones. */
  const decodeAll = <T>(
    rows: Iterable<Row>,
    table: string,
    decode: (row: Row) => T | undefined,
    limit = Number.POSITIVE_INFINITY,
  ): T[] => {
    const found: T[] = [];
    if (limit <= 0) return found;
    for (const row of rows) {
      const decoded = decode(row);
      if (decoded === undefined) damage.note(table, decodeText(row.id));
      else if (found.push(decoded) >= limit) break;
    }
    return found;
  };

  const listDecisions = (clauses: string, parameters: readonly SQLInputValue[], limit?: number) =>
    decodeAll(
      prepare(`SELECT * FROM decisions ${clauses}`).iterate(...parameters),
      'decisions',
      decodeDecision,
      limit,
    );

  const listOutcomes = (column: 'decision_id' | 'item_id' | 'session', id: string): readonly Outcome[] =>
    decodeAll(
      prepare(`SELECT * FROM outcomes WHERE ${column} = ? ORDER BY sequence`).all(encodeText(id)),
      'outcomes',
      decodeOutcome,
    );

  /** The only row of a table, when it is whole. */
  const onlyRow = (table: SealedTable): Row | undefined => {
    const row = hasTable(prepare, table.name)
      ? prepare(`SELECT * FROM ${table.name} WHERE sequence = ?`).get(only)
      : undefined;
    return row && table.read(row) && row;
  };

  const decodePlaced = (row: Row) => {
    const receipt = decodeDecision(row);
    return receipt && { sequence: Number(row.sequence), receipt };
  };

  return {
    decision: (id) => listDecisions('WHERE id = ?', [encodeText(id)], 1)[0],
    decisionsByIdPrefix: (prefix, limit) => {
      const { sql, parameters } = textPrefix('id', prefix);
      return listDecisions(`WHERE ${sql} ORDER BY sequence DESC`, parameters, limit);
    },
    decisions: (limit) => listDecisions('ORDER BY sequence DESC', [], limit),
    decisionsInSession(session, last) {
      // Receipts of others are not parsed: each holds all that was considered.
      const latest = prepare(
        'SELECT * FROM (SELECT * FROM decisions ORDER BY sequence DESC LIMIT ?) WHERE instr(receipt, ?) > 0 ORDER BY sequence DESC',
      );
      const rows = latest.all(Math.max(0, last), JSON.stringify(session));
      return decodeAll(rows, 'decisions', decodeDecision).filter((receipt) => receipt.session === session);
    },
    decisionsAfter(sequence, limit) {
      const after = prepare('SELECT * FROM decisions WHERE sequence > ? ORDER BY sequence');
      return decodeAll(after.iterate(sequence), 'decisions', decodePlaced, limit);
    },
    decisionsBefore(sequence, limit) {
      const before = prepare('SELECT * FROM decisions WHERE sequence < ? ORDER BY sequence DESC');
      return decodeAll(before.iterate(sequence), 'decisions', decodePlaced, limit);
    },
    decisionsSince: (atMs, summarise) => summariesSince(prepare, damage, atMs, summarise),
    outcomesOf: (decision) => listOutcomes('decision_id', decision),
    outcomesAbout(ids) {
      const all = [...new Set(ids)].map((id) => [id, listOutcomes('item_id', id)] as const);
      return new Map(all.filter(([, about]) => about.length > 0));
    },
    outcomesAfter(sequence, sinceMs = Number.MIN_SAFE_INTEGER) {
      const after = prepare('SELECT * FROM outcomes WHERE sequence > ? AND at_ms >= ? ORDER BY sequence');
      return decodeAll(after.all(sequence, sinceMs), 'outcomes', (row) => {
        const outcome = decodeOutcome(row);
        return outcome && { sequence: Number(row.sequence), outcome };
      });
    },
    outcomesInSession: (session) => listOutcomes('session', session),
    logEnd: () => ({
      decisionSequence: lastSequence(prepare, 'decisions'),
      outcomeSequence: lastSequence(prepare, 'outcomes'),
    }),
    gateKnowledge() {
      const row = onlyRow(gateKnowledge);
      return (
        row && {
          decisionSequence: Number(row.decision_sequence),
          outcomeSequence: Number(row.outcome_sequence),
          body: String(row.body),
        }
      );
    },
    upkeep() {
      const row = onlyRow(upkeep);
      return row && String(row.body);
    },
    pausedAtMs(repository) {
      const row = prepare('SELECT * FROM paused_repositories WHERE repository_id = ?').get(repository);
      if (row === undefined) return undefined;
      if (pausedRepositories.read(row) !== undefined) return Number(row.paused_at_ms);
      // A damaged row still means that the repository is paused; only the time is unknown.
      damage.note('paused_repositories', repository);
      return 0;
    },
  } satisfies Partial<ItemReader>;
}

interface KeptSummary {
  readonly digest: number;
  readonly summary: unknown;
}

/** Summaries of the last answer, by their function and sequence: reading a receipt takes longer than using its summary. */
const summaries = new WeakMap<Prepare, Map<unknown, ReadonlyMap<number, KeptSummary>>>();

function summariesSince<Summary>(
  prepare: Prepare,
  damage: DamageLog,
  atMs: number,
  summarise: (receipt: DecisionReceipt) => Summary,
): readonly Summary[] {
  const kept = summaries.get(prepare) ?? new Map<unknown, ReadonlyMap<number, KeptSummary>>();
  const known = kept.get(summarise);
  const found = new Map<number, KeptSummary>();
  for (const row of prepare('SELECT sequence, digest FROM decisions WHERE at_ms >= ? ORDER BY sequence').all(
    atMs,
  )) {
    const [sequence, digest] = [Number(row.sequence), Number(row.digest)];
    const before = known?.get(sequence);
    if (before?.digest === digest) {
      found.set(sequence, before);
      continue;
    }
    const whole = prepare('SELECT * FROM decisions WHERE sequence = ?').get(sequence);
    const receipt = whole && decodeDecision(whole);
    if (receipt !== undefined) found.set(sequence, { digest, summary: summarise(receipt) });
    else damage.note('decisions', decodeText(whole?.id));
  }
  summaries.set(prepare, kept.set(summarise, found));
  return [...found.values()].map(({ summary }) => summary as Summary);
}

function decodeDecision(row: Row): DecisionReceipt | undefined {
  return decisions.read(row) && (JSON.parse(String(row.receipt)) as DecisionReceipt);
}

function decodeOutcome(row: Row): Outcome | undefined {
  const values = outcomes.read(row);
  if (values === undefined) return undefined;
  const [id, decisionId, itemId, kind, by, principal, atMs] = values;
  const session = row.session ?? null;
  return {
    id,
    decisionId,
    ...(itemId !== null && { itemId }),
    kind,
    by,
    principal,
    ...(session !== null && { session: decodeText(session) }),
    atMs,
  } as Outcome;
}

function lastSequence(prepare: Prepare, table: 'decisions' | 'outcomes'): number {
  return Number(prepare(`SELECT max(sequence) AS last FROM ${table}`).get()?.last ?? 0);
}

export function writeLogTables(writer: RowWriter) {
  return {
    addDecision: (decision) => void decisions.write(writer, rowOf(decision)),
    replaceDecision(decision) {
      const row = rowOf(decision);
      const digest = decisions.digestOf(row);
      const where = encodeText(decision.id);
      writer.run('UPDATE decisions SET digest = ?, receipt = ? WHERE id = ?', digest, row.body, where);
    },
    addOutcome({ id, decisionId, itemId = null, kind, by, principal, session = null, atMs }) {
      const values = [id, decisionId, itemId, kind, by, principal, atMs];
      return outcomes.write(writer, { values, later: session }, 'keep');
    },
    putGateKnowledge({ decisionSequence, outcomeSequence, body }: StoredKnowledge) {
      const values = [decisionSequence, outcomeSequence];
      gateKnowledge.write(writer, { values, body, unsealed: only }, 'replace');
    },
    putUpkeep: (body) => void upkeep.write(writer, { values: [], body, unsealed: only }, 'replace'),
    pause: (repository: RepositoryId, atMs) =>
      void pausedRepositories.write(writer, { values: [repository, atMs] }, 'replace'),
    resume: (repository) =>
      writer.run('DELETE FROM paused_repositories WHERE repository_id = ?', repository) > 0,
  } satisfies Partial<ItemWriter>;
}

function rowOf(decision: DecisionReceipt) {
  const { id, atMs, repositoryId = null } = decision;
  return { values: [id, atMs, repositoryId], body: JSON.stringify(decision) };
}
