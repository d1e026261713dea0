import type { Database } from '../database.ts';
import { metaTable, readMemoryVersions, writeChecksums, writeMemoryVersions } from './memory-versions.ts';
import { type Migration, memoryApplicationId, memoryMigrations } from './migrations.ts';
import { cachedPrepare } from './prepare.ts';
import { RowWriter } from './row-writer.ts';
import { rebuildPostings } from './write-postings.ts';

/**
 * Migrates the schema in one transaction, so that only one of several processes does it and a killed one leaves the old
 * schema. A newer schema stays unchanged.
 */
export function migrateMemory(database: Database, migrations: readonly Migration[] = memoryMigrations): void {
  if (readMemoryVersions(database).schema >= migrations.length) return;
  database.transact(() => {
    let { schema, minimumWriter } = readMemoryVersions(database);
    const missing = migrations.slice(schema);
    for (const migration of missing) {
      database.exec(migration.sql);
      schema += 1;
      if (migration.excludesOlderWriters) minimumWriter = schema;
    }
    if (missing.some(({ rebuildsPostings }) => rebuildsPostings))
      rebuildPostings(new RowWriter(cachedPrepare(database)));
    writeMemoryVersions(database, { schema, minimumWriter });
    writeChecksums(database, migrations);
  });
}

/** Turns an empty database into a memory with the newest schema. */
export function initialiseMemory(
  database: Database,
  migrations: readonly Migration[] = memoryMigrations,
): void {
  database.transact(() => {
    database.exec(`PRAGMA application_id = ${memoryApplicationId}`);
    database.exec(metaTable);
  });
  migrateMemory(database, migrations);
}
