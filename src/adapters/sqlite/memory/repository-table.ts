import { AfterwitError } from '../../../model/errors.ts';
import type { KnownRepository, RepositoryEvidence, RepositoryId } from '../../../model/repository.ts';
import type { MemoryReader, MemoryTransaction } from '../../../ports/memory-store.ts';
import type { Row } from '../database.ts';
import { encodeText, type Prepare, type RowWriter, SealedTable } from './sealed-table.ts';

/** Repositories in the order of insertion, independent of the clock. */
const repositories = new SealedTable({ name: 'repositories', columns: ['id', 'name', 'created_at_ms'] });

const repositoryEvidence = new SealedTable({
  name: 'repository_evidence',
  columns: ['repository_id', 'kind', 'value'],
});

/**
 * A directory is stored as a path that no file system has, since a real one begins with a separator or a drive letter:
 * the schema of older versions knows no kind `directory`.
 */
const directoryMark = 'directory:';

function toStored({ kind, value }: RepositoryEvidence): { readonly kind: string; readonly value: string } {
  return kind === 'directory' ? { kind: 'path', value: `${directoryMark}${value}` } : { kind, value };
}

function fromStored(kind: string, value: string): RepositoryEvidence {
  if (kind === 'path' && value.startsWith(directoryMark))
    return { kind: 'directory', value: value.slice(directoryMark.length) };
  return { kind: kind as RepositoryEvidence['kind'], value };
}

function toEvidence(row: Row): RepositoryEvidence {
  const [, kind, value] = verified(repositoryEvidence, row);
  return fromStored(String(kind), String(value));
}

function toRepository(row: Row): Omit<KnownRepository, 'evidence'> {
  const [id, name, createdAtMs] = verified(repositories, row);
  return { id: id as RepositoryId, name: String(name), createdAtMs: Number(createdAtMs) };
}

/** Passes over no damage: a memory without its repository belongs to nothing. @throws MEMORY_CORRUPT */
function verified(table: SealedTable, row: Row): ReturnType<SealedTable['read']> & {} {
  const values = table.read(row);
  if (values !== undefined) return values;
  const damage = `a row of ${table.name} is not what was written`;
  throw new AfterwitError(
    'MEMORY_CORRUPT',
    `The memory database is damaged: ${damage}. Restore a copy of yours; \`afterwit doctor\` says more.`,
    { data: { damage, table: table.name } },
  );
}

function withEvidence(prepare: Prepare, row: Row): KnownRepository {
  const repository = toRepository(row);
  const evidence = prepare('SELECT * FROM repository_evidence WHERE repository_id = ? ORDER BY kind, value')
    .all(repository.id)
    .map(toEvidence);
  const directories = evidence.filter(({ kind }) => kind === 'directory');
  if (directories.length === 0) return { ...repository, evidence };
  return {
    ...repository,
    evidence: [...directories, ...evidence.filter(({ kind }) => kind !== 'directory')],
  };
}

/** Reads every row. @throws MEMORY_CORRUPT when one is damaged */
export function verifyRepositories(prepare: Prepare): void {
  for (const row of prepare('SELECT * FROM repositories').iterate()) toRepository(row);
  for (const row of prepare('SELECT * FROM repository_evidence').iterate()) toEvidence(row);
}

export function readRepositoryTable(prepare: Prepare) {
  const columns = 'id, name, created_at_ms, repositories.digest';
  return {
    repository(id) {
      const row = prepare(`SELECT ${columns} FROM repositories WHERE id = ?`).get(id);
      return row && withEvidence(prepare, row);
    },
    repositories: () =>
      prepare(`SELECT ${columns} FROM repositories ORDER BY sequence`)
        .all()
        .map((row) => withEvidence(prepare, row)),
    repositoriesWith(evidence) {
      const { kind, value } = toStored(evidence);
      return prepare(
        `SELECT ${columns} FROM repository_evidence JOIN repositories ON id = repository_id
         WHERE kind = ? AND value = ? ORDER BY sequence`,
      )
        .all(kind, encodeText(value))
        .map((row) => withEvidence(prepare, row));
    },
  } satisfies Partial<MemoryReader>;
}

function removeEvidence(writer: RowWriter, id: RepositoryId, evidence: RepositoryEvidence): void {
  const { kind, value } = toStored(evidence);
  writer.run(
    'DELETE FROM repository_evidence WHERE repository_id = ? AND kind = ? AND value = ?',
    id,
    kind,
    encodeText(value),
  );
}

function addEvidence(writer: RowWriter, id: RepositoryId, evidence: RepositoryEvidence): void {
  const { kind, value } = toStored(evidence);
  if (kind === 'path') {
    writer.run(
      "DELETE FROM repository_evidence WHERE kind = 'path' AND value = ? AND repository_id <> ?",
      encodeText(value),
      id,
    );
  }
  repositoryEvidence.write(writer, { values: [id, kind, value] }, 'keep');
}

export function writeRepositoryTable(writer: RowWriter) {
  return {
    addRepository: ({ id, name, createdAtMs }) =>
      void repositories.write(writer, { values: [id, name, createdAtMs] }),
    addEvidence(id, evidence) {
      for (const one of evidence) addEvidence(writer, id, one);
    },
    removeEvidence: (id, evidence) => removeEvidence(writer, id, evidence),
    removeRepository(id) {
      writer.run('DELETE FROM repositories WHERE id = ?', id);
    },
  } satisfies Partial<MemoryTransaction>;
}
