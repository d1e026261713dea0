import type { DamagedRow } from '../../../ports/memory-store.ts';

/** The damaged rows that one reader has met, each once. */
export class DamageLog {
  readonly #rows = new Map<string, DamagedRow>();

  note(table: string, key: string): void {
    this.#rows.set(`${table} ${key}`, { table, key });
  }

  rows(): readonly DamagedRow[] {
    return [...this.#rows.values()];
  }
}
