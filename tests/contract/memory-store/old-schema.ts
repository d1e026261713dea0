import { openDatabase } from '../../../src/adapters/sqlite/database.ts';
import { initialiseMemory } from '../../../src/adapters/sqlite/memory/memory-versions.ts';
import { memoryMigrations } from '../../../src/adapters/sqlite/memory/migrations.ts';
import { writeRepositoryTable } from '../../../src/adapters/sqlite/memory/repository-table.ts';
import { cachedPrepare, RowWriter } from '../../../src/adapters/sqlite/memory/sealed-table.ts';
import { evidence, repositoryId } from './example-store.ts';

/** Makes a memory of the first schema that is read, which holds repositories and no items. */
export function placeOldSchema(path: string, repositories: readonly string[]): void {
  const database = openDatabase(path, { subject: 'memory', synchronous: 'full', busyTimeoutMs: 50 });
  initialiseMemory(database, memoryMigrations.slice(0, 1));
  database.transact(() => {
    const { addRepository, addEvidence } = writeRepositoryTable(new RowWriter(cachedPrepare(database)));
    for (const id of repositories) {
      addRepository({ id: repositoryId(id), name: id, createdAtMs: 1 });
      addEvidence(repositoryId(id), [evidence('root', `root-of-${id}`)]);
    }
  });
  database.close();
}
