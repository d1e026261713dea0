import type { RepositoryId } from '../../../model/repository.ts';
import type { StoredCircumstance } from '../../../ports/item-store.ts';
import type { Row } from '../database.ts';
import { digestRowWithBody, plainValue } from './digest.ts';
import type { Prepare } from './prepare.ts';
import type { RowWriter } from './row-writer.ts';

/** The only row of the salt. */
const only = 1;

/** A damaged salt is as good as none: everything is learned again with another. */
export function readSalt(prepare: Prepare): string | undefined {
  const row = prepare('SELECT * FROM circumstance_salt WHERE sequence = ?').get(only);
  if (row === undefined) return undefined;
  const salt = String(row.salt);
  return Number(row.digest) === digestRowWithBody(salt) ? salt : undefined;
}

export function putSalt(writer: RowWriter, salt: string): void {
  writer.run('DELETE FROM circumstances');
  writer.run(
    `INSERT INTO circumstance_salt (sequence, digest, salt) VALUES (?, ?, ?)
     ON CONFLICT (sequence) DO UPDATE SET digest = excluded.digest, salt = excluded.salt`,
    only,
    digestRowWithBody(salt),
    salt,
  );
}

/** A damaged row is as good as none, and no damage to tell of: the next runs teach the same again. */
function decode(row: Row): StoredCircumstance | undefined {
  const body = String(row.body);
  const values = [row.repository_id, row.family, row.at_ms].map(plainValue);
  if (Number(row.digest) !== digestRowWithBody(body, ...values)) return undefined;
  return {
    repository: String(row.repository_id) as RepositoryId,
    family: Number(row.family),
    body,
    atMs: Number(row.at_ms),
  };
}

export function readCircumstance(
  prepare: Prepare,
  repository: RepositoryId,
  family: number,
): string | undefined {
  const row = prepare('SELECT * FROM circumstances WHERE repository_id = ? AND family = ?').get(
    repository,
    family,
  );
  return row && decode(row)?.body;
}

export function readCircumstances(prepare: Prepare, repository: RepositoryId): readonly StoredCircumstance[] {
  return prepare('SELECT * FROM circumstances WHERE repository_id = ? ORDER BY at_ms DESC, sequence DESC')
    .all(repository)
    .flatMap((row) => decode(row) ?? []);
}

export function putCircumstance(
  writer: RowWriter,
  { repository, family, body, atMs }: StoredCircumstance,
  mostFamilies: number,
): void {
  writer.run(
    `INSERT INTO circumstances (repository_id, family, at_ms, digest, body) VALUES (?, ?, ?, ?, ?)
     ON CONFLICT (repository_id, family) DO UPDATE SET at_ms = excluded.at_ms, digest = excluded.digest,
       body = excluded.body`,
    repository,
    family,
    atMs,
    digestRowWithBody(body, repository, family, atMs),
    body,
  );
  writer.run(
    `DELETE FROM circumstances WHERE repository_id = ?1 AND family <> ?2 AND sequence NOT IN (
       SELECT sequence FROM circumstances WHERE repository_id = ?1 AND family <> ?2
       ORDER BY at_ms DESC, sequence DESC LIMIT ?3)`,
    repository,
    family,
    mostFamilies - 1,
  );
}

/** What is removed must not be left in the log or in a backup either. */
export function removeCircumstance(
  writer: RowWriter,
  repository: RepositoryId,
  family: number | undefined,
): boolean {
  const removed =
    family === undefined
      ? writer.run('DELETE FROM circumstances WHERE repository_id = ?', repository)
      : writer.run('DELETE FROM circumstances WHERE repository_id = ? AND family = ?', repository, family);
  if (removed > 0) writer.hasForgotten = true;
  return removed > 0;
}
