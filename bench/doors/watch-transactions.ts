import { DatabaseSync } from 'node:sqlite';
import { cpuMsSince } from '../reporting/processes.ts';

/** CPU times of the write transactions of this process. */
export interface TransactionWatch {
  /** Those since the last call, in milliseconds. */
  take(): readonly number[];
  stop(): void;
}

/**
 * Watches the driver, so that exactly the transaction is measured: from before BEGIN IMMEDIATE until COMMIT returned.
 */
export function watchTransactions(): TransactionWatch {
  const { exec } = DatabaseSync.prototype;
  const begun = new WeakMap<DatabaseSync, NodeJS.CpuUsage>();
  let takenMs: number[] = [];
  DatabaseSync.prototype.exec = function (this: DatabaseSync, sql: string): void {
    if (sql === 'BEGIN IMMEDIATE') begun.set(this, process.cpuUsage());
    exec.call(this, sql);
    const before = begun.get(this);
    if (sql !== 'COMMIT' || before === undefined) return;
    takenMs.push(cpuMsSince(before));
    begun.delete(this);
  };
  return {
    take() {
      const all = takenMs;
      takenMs = [];
      return all;
    },
    stop() {
      DatabaseSync.prototype.exec = exec;
    },
  };
}
