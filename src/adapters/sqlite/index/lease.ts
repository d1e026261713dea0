import { hostname } from 'node:os';
import type { IndexLease } from '../../../ports/repository-index.ts';
import type { Clock, Random } from '../../../ports/system.ts';
import type { Database } from '../database.ts';

/**
 * The right to be the only indexer of a repository for some time; lost when its process dies. It only avoids double
 * work.
 */
export class Lease {
  readonly #database: Database;
  readonly #clock: Clock;
  readonly #random: Random;
  readonly #durationMs: number;
  #holder: string | undefined;

  constructor(database: Database, clock: Clock, random: Random, durationMs: number) {
    this.#database = database;
    this.#clock = clock;
    this.#random = random;
    this.#durationMs = durationMs;
  }

  acquire(): IndexLease | undefined {
    // A name for each holder, not for each opener: two tasks of one process are two indexers as well.
    const holder = this.#random.uuid();
    const acquired = this.#database.transact(() => {
      const row = this.#database.prepare('SELECT host, process, expires_at_ms FROM lease').get();
      if (row !== undefined && this.#isHeld(row)) return false;
      this.#database
        .prepare(
          'INSERT OR REPLACE INTO lease (one, holder, host, process, expires_at_ms) VALUES (1, ?, ?, ?, ?)',
        )
        .run(holder, hostname(), process.pid, this.#clock.nowMs() + this.#durationMs);
      return true;
    });
    if (!acquired) return undefined;
    this.#holder = holder;
    return { release: () => this.#release(holder) };
  }

  /** Call inside a transaction. */
  renew(): void {
    if (this.#holder === undefined) return;
    this.#database
      .prepare('UPDATE lease SET expires_at_ms = ? WHERE holder = ?')
      .run(this.#clock.nowMs() + this.#durationMs, this.#holder);
  }

  #release(holder: string): void {
    try {
      this.#database.transact(() => this.#database.prepare('DELETE FROM lease WHERE holder = ?').run(holder));
    } catch {
      // With a full disk or a damaged index, the error that ended the work is the one to report; the lease expires by
      // itself.
    }
  }

  #isHeld(row: Record<string, unknown>): boolean {
    const remainingMs = (row.expires_at_ms as number) - this.#clock.nowMs();
    // A clock that was set back must not keep a dead lease alive for years.
    if (remainingMs <= 0 || remainingMs > this.#durationMs) return false;
    return row.host !== hostname() || isRunning(row.process as number);
  }
}

function isRunning(processId: number): boolean {
  try {
    process.kill(processId, 0);
    return true;
  } catch (fault) {
    // EPERM: it runs, under another user.
    return (fault as NodeJS.ErrnoException).code === 'EPERM';
  }
}
