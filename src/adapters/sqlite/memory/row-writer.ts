import type { SQLInputValue } from 'node:sqlite';
import { AfterwitError } from '../../../model/errors.ts';
import type { Scope } from '../../../model/scope.ts';
import type { Prepare } from './prepare.ts';

/** An item that was removed, with what its postings are found by. */
export interface RemovedItem {
  readonly ordinal: number;
  readonly terms: readonly (readonly [term: string, frequency: number])[];
}

/** Writes of one transaction; useless once that is over, so that work which lives on cannot write outside of it. */
export class RowWriter {
  readonly prepare: Prepare;
  /** By scope, items whose postings are still to be taken out (`settleRemovals`). */
  readonly removed = new Map<Scope, RemovedItem[]>();
  /** Whether something was removed of which no trace may stay. */
  hasForgotten = false;
  #changes = 0;
  #ended = false;

  constructor(prepare: Prepare) {
    this.prepare = prepare;
  }

  /** Rows changed so far. */
  get changes(): number {
    return this.#changes;
  }

  /** @returns how many rows were changed */
  run(sql: string, ...parameters: readonly SQLInputValue[]): number {
    this.requireOpen();
    const changes = Number(this.prepare(sql).run(...parameters).changes);
    this.#changes += changes;
    return changes;
  }

  /** @throws INTERNAL when the transaction is over */
  requireOpen(): void {
    if (!this.#ended) return;
    throw new AfterwitError(
      'INTERNAL',
      'Something was written after its transaction had ended; it was refused. This is a fault of afterwit: please report it.',
    );
  }

  end(): void {
    this.#ended = true;
  }
}
