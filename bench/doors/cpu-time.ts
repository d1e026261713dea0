import { readFileSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';

const ticksPerSecond = 100;

/** CPU time that this process, all of its threads, used since `before`. */
export function cpuMsSince(before: NodeJS.CpuUsage): number {
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1_000;
}

/** CPU time of all children that ended so far, to the hundredth of a second; NaN where there is no /proc. */
export function endedChildrenCpuMs(): number {
  try {
    const text = readFileSync('/proc/self/stat', 'latin1');
    const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
    return ((Number(fields[13]) + Number(fields[14])) / ticksPerSecond) * 1_000;
  } catch {
    return Number.NaN;
  }
}

/** CPU times of the write transactions of this process. */
export interface TransactionWatch {
  /** Those since the last call, in milliseconds. */
  take(): readonly number[];
  stop(): void;
}

/**
 * Watches at the driver's door, so that what is measured is exactly the transaction: from before BEGIN IMMEDIATE until COMMIT
 * returned.
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
