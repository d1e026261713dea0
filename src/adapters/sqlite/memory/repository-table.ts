import { AfterwitError } from '../../../model/errors.ts';
import type { KnownRepository, RepositoryEvidence, RepositoryId } from '../../../model/repository.ts';
import type { MemoryReader, MemoryTransaction } from '../../../ports/memory-store.ts';
import type { Database, Row } from '../database.ts';
import { decodeText, encodeText } from '../text-value.ts';
import { digestRow, verifyRow } from './digest.ts';

/** What a home holds that was never written to. */
export const emptyMemory: MemoryReader = {
  repository: () => undefined,
  repositories: () => [],
  repositoriesWith: () => [],
};

function toEvidence({ repository_id, kind, value, digest }: Row): RepositoryEvidence {
  const evidence = { kind: kind as RepositoryEvidence['kind'], value: decodeText(value) };
  verifyRow(digest, 'repository_evidence', String(repository_id), evidence.kind, evidence.value);
  return evidence;
}

function toRepository({ id, name, created_at_ms, digest }: Row): Omit<KnownRepository, 'evidence'> {
  const repository = {
    id: String(id) as RepositoryId,
    name: decodeText(name),
    createdAtMs: Number(created_at_ms),
  };
  verifyRow(digest, 'repositories', repository.id, repository.name, repository.createdAtMs);
  return repository;
}

function withEvidence(database: Database, row: Row): KnownRepository {
  const repository = toRepository(row);
  const evidence = database
    .prepare('SELECT * FROM repository_evidence WHERE repository_id = ? ORDER BY kind, value')
    .all(repository.id)
    .map(toEvidence);
  return { ...repository, evidence };
}

/** Reads every row. @throws MEMORY_CORRUPT when one is not what was written */
export function verifyRepositories(database: Database): void {
  for (const row of database.prepare('SELECT * FROM repositories').iterate()) toRepository(row);
  for (const row of database.prepare('SELECT * FROM repository_evidence').iterate()) toEvidence(row);
}

/** Repositories in the order in which they were first seen, whatever the clock said then. */
export function readRepositories(database: Database): MemoryReader {
  const columns = 'id, name, created_at_ms, repositories.digest';
  return {
    repository(id) {
      const row = database.prepare(`SELECT ${columns} FROM repositories WHERE id = ?`).get(id);
      return row && withEvidence(database, row);
    },
    repositories: () =>
      database
        .prepare(`SELECT ${columns} FROM repositories ORDER BY sequence`)
        .all()
        .map((row) => withEvidence(database, row)),
    repositoriesWith: ({ kind, value }) =>
      database
        .prepare(
          `SELECT ${columns} FROM repository_evidence JOIN repositories ON id = repository_id
           WHERE kind = ? AND value = ? ORDER BY sequence`,
        )
        .all(kind, encodeText(value))
        .map((row) => withEvidence(database, row)),
  };
}

/** Writes of one transaction; useless once that is over, so that work which lives on cannot write outside of it. */
export interface RepositoryWriter {
  readonly transaction: MemoryTransaction;
  /** Rows changed so far. */
  changes(): number;
  end(): void;
}

export function writeRepositories(database: Database): RepositoryWriter {
  let ended = false;
  let changes = 0;
  const run = (sql: string, ...parameters: (string | number | Uint8Array)[]): void => {
    if (ended) throw transactionOver();
    changes += Number(database.prepare(sql).run(...parameters).changes);
  };

  const removeEvidence = (id: RepositoryId, { kind, value }: RepositoryEvidence): void =>
    run(
      'DELETE FROM repository_evidence WHERE repository_id = ? AND kind = ? AND value = ?',
      id,
      kind,
      encodeText(value),
    );

  const addOne = (id: RepositoryId, { kind, value }: RepositoryEvidence): void => {
    const encoded = encodeText(value);
    if (kind === 'path') {
      run(
        "DELETE FROM repository_evidence WHERE kind = 'path' AND value = ? AND repository_id <> ?",
        encoded,
        id,
      );
    }
    run(
      'INSERT OR IGNORE INTO repository_evidence (repository_id, kind, value, digest) VALUES (?, ?, ?, ?)',
      id,
      kind,
      encoded,
      digestRow(id, kind, value),
    );
  };

  return {
    transaction: {
      ...readRepositories(database),
      addRepository: ({ id, name, createdAtMs }) =>
        run(
          'INSERT INTO repositories (id, name, created_at_ms, digest) VALUES (?, ?, ?, ?)',
          id,
          encodeText(name),
          createdAtMs,
          digestRow(id, name, createdAtMs),
        ),
      addEvidence: (id, evidence) => {
        for (const one of evidence) addOne(id, one);
      },
      removeEvidence,
      removeRepository: (id) => run('DELETE FROM repositories WHERE id = ?', id),
    },
    changes: () => changes,
    end: () => {
      ended = true;
    },
  };
}

function transactionOver(): AfterwitError {
  return new AfterwitError(
    'INTERNAL',
    'Something was written after its transaction had ended; it was refused. This is a fault of afterwit: please report it.',
  );
}
