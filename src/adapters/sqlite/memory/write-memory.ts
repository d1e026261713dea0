import { AfterwitError } from '../../../model/errors.ts';
import type { MemoryTransaction } from '../../../ports/memory-store.ts';
import type { Database } from '../database.ts';
import type { MemoryConnection } from './memory-connection.ts';
import { writeMemoryTables } from './memory-tables.ts';
import { readMemoryVersions, writeForgottenRevision } from './memory-versions.ts';
import { memoryMigrations } from './migrations.ts';
import { advanceRevision } from './revision.ts';
import { RowWriter } from './row-writer.ts';

export interface MemoryWrite<T> {
  readonly result: T;
  /** Rows changed. */
  readonly changes: number;
  /** A memory was removed, whose traces are to be erased. */
  readonly hasForgotten: boolean;
}

/** Runs `work` as one transaction. */
export function writeMemory<T>(
  { database, prepare }: MemoryConnection,
  work: (transaction: MemoryTransaction) => T,
): MemoryWrite<T> {
  const writer = new RowWriter(prepare);
  try {
    const result = database.transact(() => {
      refuseNewerMemory(database);
      const value = work(writeMemoryTables(writer));
      if (writer.changes > 0) {
        const revision = advanceRevision(database);
        if (writer.hasForgotten) writeForgottenRevision(database, revision);
      }
      return value;
    });
    return { result, changes: writer.changes, hasForgotten: writer.hasForgotten };
  } finally {
    writer.end();
  }
}

function refuseNewerMemory(database: Database): void {
  const { minimumWriter } = readMemoryVersions(database);
  if (minimumWriter <= memoryMigrations.length) return;
  throw new AfterwitError(
    'MEMORY_TOO_NEW',
    `The memory database ${database.path} was written by a newer afterwit; this one can read it but must not write. Update afterwit.`,
    { data: { path: database.path, minimumWriter, thisWriter: memoryMigrations.length } },
  );
}
