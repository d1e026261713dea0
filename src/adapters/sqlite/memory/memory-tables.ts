import { AfterwitError } from '../../../model/errors.ts';
import type { MemoryReader, MemoryTransaction } from '../../../ports/memory-store.ts';
import type { Database, WriteOptions } from '../database.ts';
import { readLogTables, writeLogTables } from './log-tables.ts';
import {
  advanceRevision,
  excludeOlderWriters,
  readMemoryVersions,
  writeForgottenRevision,
} from './memory-versions.ts';
import { memorySchema, teamSchema } from './migrations.ts';
import { readItemTable } from './read-items.ts';
import { readPostingTable } from './read-postings.ts';
import { readRepositoryTable, writeRepositoryTable } from './repository-table.ts';
import { DamageLog, type Prepare, type RowWriter } from './sealed-table.ts';
import { readTeamTables, writeTeamTables } from './team-tables.ts';
import { settleRemovals, writeItemTable } from './write-items.ts';

/** Statements of a database that holds nothing. */
const prepareOnNothing: Prepare = () => ({
  run: () => ({ changes: 0, lastInsertRowid: 0 }),
  get: () => undefined,
  all: () => [],
  iterate: () => [],
});

export function readMemoryTables(prepare: Prepare): MemoryReader {
  const damage = new DamageLog();
  return {
    ...readRepositoryTable(prepare),
    ...readItemTable(prepare, damage),
    ...readPostingTable(prepare, damage),
    ...readLogTables(prepare, damage),
    ...readTeamTables(prepare),
    damagedRows: () => damage.rows(),
  };
}

/** The content of an unused home: nothing. */
export const emptyMemory: MemoryReader = readMemoryTables(prepareOnNothing);

/** Requires the current schema. */
function writeMemoryTables(writer: RowWriter): MemoryTransaction {
  const reader = readMemoryTables(writer.prepare);
  const settled =
    <Parameters extends unknown[], Result>(read: (...parameters: Parameters) => Result) =>
    (...parameters: Parameters): Result => {
      settleRemovals(writer);
      return read(...parameters);
    };
  return {
    ...reader,
    countItems: settled(reader.countItems),
    scopes: settled(reader.scopes),
    documentFrequencies: settled(reader.documentFrequencies),
    postings: settled(reader.postings),
    ...writeRepositoryTable(writer),
    ...writeItemTable(writer),
    ...writeLogTables(writer),
    ...writeTeamTables(writer),
  };
}

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
        if (writer.hasTeam) excludeOlderWriters(database, teamSchema);
      }
      return result;
    }, options);
  } finally {
    writer.end();
  }
}

function refuseNewerMemory(database: Database): void {
  const { minimumWriter } = readMemoryVersions(database);
  if (minimumWriter <= memorySchema) return;
  throw new AfterwitError(
    'MEMORY_TOO_NEW',
    `The memory database ${database.path} was written by a newer afterwit; this one can read it but must not write. Update afterwit.`,
    { data: { path: database.path, minimumWriter, thisWriter: memorySchema } },
  );
}
