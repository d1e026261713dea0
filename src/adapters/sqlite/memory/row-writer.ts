import type { SQLInputValue } from 'node:sqlite';
import { AfterwitError } from '../../../model/errors.ts';
import type { Scope } from '../../../model/provenance.ts';
import type { Database, Statement } from '../database.ts';

/**
 * Prepares a statement, once for each connection. Integers are read as bigints. Read all rows; use `iterate` only when
 * nothing else can run the same statement meanwhile.
 */
export type Prepare = (sql: string) => Statement;

export function cachedPrepare(database: Database): Prepare {
  const statements = new Map<string, Statement>();
  return (sql) => {
    const known = statements.get(sql);
    if (known !== undefined) return known;
    const statement = database.prepare(sql, { bigIntegers: true });
    statements.set(sql, statement);
    return statement;
  };
}

/** A removed item, with the data needed to find its postings. */
export interface RemovedItem {
  readonly ordinal: number;
  readonly terms: readonly (readonly [term: string, frequency: number])[];
}

/** Writes within one transaction. Refuses writes after its end, so that leftover work cannot write outside of it. */
export class RowWriter {
  readonly prepare: Prepare;
  /** By scope, items whose postings must still be removed (`settleRemovals`). */
  readonly removed = new Map<Scope, RemovedItem[]>();
  /** Whether forgotten data was removed, whose leftovers must be erased. */
  hasForgotten = false;
  /** Whether the home belongs to a team from now on. */
  hasTeam = false;
  changes = 0;
  #ended = false;

  constructor(prepare: Prepare) {
    this.prepare = prepare;
  }

  /** @returns how many rows were changed */
  run(sql: string, ...parameters: readonly SQLInputValue[]): number {
    this.requireOpen();
    const changes = Number(this.prepare(sql).run(...parameters).changes);
    this.changes += changes;
    return changes;
  }

  /** @throws INTERNAL when the transaction is over */
  requireOpen(): void {
    if (!this.#ended) return;
    throw new AfterwitError(
      'INTERNAL',
      'A write after the end of its transaction was refused. This is a fault of afterwit: please report it.',
    );
  }

  end(): void {
    this.#ended = true;
  }
}
