import { AfterwitError } from '../../../model/errors.ts';
import type { MemoryTransaction } from '../../../ports/memory-store.ts';
import type { Database, WriteOptions } from '../database.ts';
import { writeMemoryTables } from './memory-tables.ts';
import { readMemoryVersions, writeForgottenRevision } from './memory-versions.ts';
import { memoryMigrations } from './migrations.ts';
import { advanceRevision } from './revision.ts';
import type { RowWriter } from './row-writer.ts';
import { settleRemovals } from './write-postings.ts';

/** Runs `work` as one transaction. */
export function writeMemory<T>(
  database: Database,
  writer: RowWriter,
  work: (transaction: MemoryTransaction) => T,
  options: WriteOptions,
): T {
  try {
    return database.transact(() => {
      refuseNewerMemory(database);
      const result = work(writeMemoryTables(writer));
      settleRemovals(writer);
      if (writer.changes > 0) {
        const revision = advanceRevision(database);
        if (writer.hasForgotten) writeForgottenRevision(database, revision);
      }
      return result;
    }, options);
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
