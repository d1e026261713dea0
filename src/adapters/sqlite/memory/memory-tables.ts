import { AfterwitError } from '../../../model/errors.ts';
import type { ItemReader, MemoryReader, MemoryTransaction } from '../../../ports/memory-store.ts';
import type { Database, WriteOptions } from '../database.ts';
import { readLogTables, writeLogTables } from './log-tables.ts';
import {
  advanceRevision,
  excludeOlderWriters,
  readMemoryVersions,
  writeForgottenRevision,
} from './memory-versions.ts';
import { itemSchema, memoryMigrations, teamSchema } from './migrations.ts';
import { readItemTable } from './read-items.ts';
import { readPostingTable } from './read-postings.ts';
import { readRepositoryTable, writeRepositoryTable } from './repository-table.ts';
import type { Prepare, RowWriter } from './row-writer.ts';
import { DamageLog } from './sealed-table.ts';
import { readTeamTables, writeTeamTables } from './team-tables.ts';
import { writeItemTable } from './write-items.ts';
import { settleRemovals } from './write-postings.ts';

/** Statements of a database that holds nothing. */
const prepareOnNothing: Prepare = () => ({
  run: () => ({ changes: 0, lastInsertRowid: 0 }),
  get: () => undefined,
  all: () => [],
  iterate: () => [],
});

function readItemTables(prepare: Prepare, schema: number): ItemReader {
  const damage = new DamageLog();
  return {
    ...readItemTable(prepare, schema, damage),
    ...readPostingTable(prepare, damage),
    ...readLogTables(prepare, schema, damage),
    damagedRows: () => damage.rows(),
  };
}

/** In a read-only home, a memory with an older schema has no items. */
export function readMemoryTables(prepare: Prepare, schema: number): MemoryReader {
  const items =
    schema < itemSchema
      ? readItemTables(prepareOnNothing, memoryMigrations.length)
      : readItemTables(prepare, schema);
  return { ...readRepositoryTable(prepare), ...items, ...readTeamTables(prepare, schema) };
}

/** The content of an unused home: nothing. */
export const emptyMemory: MemoryReader = readMemoryTables(prepareOnNothing, memoryMigrations.length);

/** Requires the current schema. */
function writeMemoryTables(writer: RowWriter): MemoryTransaction {
  const items = readItemTables(writer.prepare, memoryMigrations.length);
  const settled =
    <Parameters extends unknown[], Result>(read: (...parameters: Parameters) => Result) =>
    (...parameters: Parameters): Result => {
      settleRemovals(writer);
      return read(...parameters);
    };
  return {
    ...readRepositoryTable(writer.prepare),
    ...items,
    ...readTeamTables(writer.prepare, memoryMigrations.length),
    countItems: settled(items.countItems),
    scopes: settled(items.scopes),
    documentFrequencies: settled(items.documentFrequencies),
    postings: settled(items.postings),
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
  if (minimumWriter <= memoryMigrations.length) return;
  throw new AfterwitError(
    'MEMORY_TOO_NEW',
    `The memory database ${database.path} was written by a newer afterwit; this one can read it but must not write. Update afterwit.`,
    { data: { path: database.path, minimumWriter, thisWriter: memoryMigrations.length } },
  );
}
