// Migrates a memory by one version that takes a while: it copies every repository into a new table.
import { openDatabase } from '../../../src/adapters/sqlite/database.ts';
import { migrateMemory } from '../../../src/adapters/sqlite/memory/memory-versions.ts';
import { memoryMigrations } from '../../../src/adapters/sqlite/memory/migrations.ts';

const [path = ''] = process.argv.slice(2);
const database = openDatabase(path, { subject: 'memory', synchronous: 'full', busyTimeoutMs: 300_000 });
process.stdout.write('ready\n');
migrateMemory(database, [
  ...memoryMigrations,
  {
    sql: `CREATE TABLE copies AS
            WITH RECURSIVE numbers (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < 10000)
            SELECT n, id, name FROM numbers, repositories;
          CREATE INDEX copies_by_id ON copies (id, n);
          ALTER TABLE repositories ADD COLUMN note TEXT;`,
    excludesOlderWriters: true,
  },
]);
database.close();
