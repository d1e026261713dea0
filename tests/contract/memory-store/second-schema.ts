import { openDatabase } from '../../../src/adapters/sqlite/database.ts';
import { writeChecksums, writeMemoryVersions } from '../../../src/adapters/sqlite/memory/memory-versions.ts';
import { memoryMigrations } from '../../../src/adapters/sqlite/memory/migrations.ts';

/** Makes a memory what a version wrote that did not tell kinds of items apart, and knew no sessions of outcomes. */
export function takeBackToSecondSchema(path: string): void {
  const database = openDatabase(path, { subject: 'memory', synchronous: 'full', busyTimeoutMs: 50 });
  database.transact(() => {
    database.exec(`
      DROP TABLE team_operations;
      DROP TABLE teams;
      DROP TABLE upkeep;
      DROP TABLE circumstances;
      DROP TABLE circumstance_salt;
      DROP TABLE gate_knowledge;
      DROP INDEX items_by_facet;
      DROP INDEX items_of_patterns;
      DROP INDEX items_with_anchors;
      DROP INDEX items_of_findings;
      DROP INDEX items_by_kind;
      ALTER TABLE items DROP COLUMN kind;
      CREATE INDEX items_by_kind ON items (scope, type, status, quarantined, origin);
      DROP INDEX outcomes_in_session;
      ALTER TABLE outcomes DROP COLUMN session;
      DELETE FROM meta WHERE key IN ('migration_3', 'migration_4', 'migration_5', 'migration_6', 'migration_7', 'migration_8', 'migration_9', 'migration_10', 'migration_11', 'migration_12', 'migration_13');
    `);
    writeChecksums(database, memoryMigrations.slice(0, 2));
    writeMemoryVersions(database, { schema: 2, minimumWriter: 2 });
  });
  database.close();
}
