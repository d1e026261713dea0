import type { SQLInputValue } from 'node:sqlite';
import { AfterwitError } from '../../../model/errors.ts';
import type { Prepare } from './prepare.ts';

/** Writes of one transaction; useless once that is over, so that work which lives on cannot write outside of it. */
export class RowWriter {
  readonly prepare: Prepare;
  #changes = 0;
  #ended = false;
  #hasForgotten = false;

  constructor(prepare: Prepare) {
    this.prepare = prepare;
  }

  /** Rows changed so far. */
  get changes(): number {
    return this.#changes;
  }

  /** Something was removed of which no trace may stay. */
  get hasForgotten(): boolean {
    return this.#hasForgotten;
  }

  /** Notes that something is removed of which no trace may stay. */
  forget(): void {
    this.#hasForgotten = true;
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
