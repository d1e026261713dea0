import type { RepositoryId } from '../../../model/repository.ts';
import type { Row } from '../database.ts';
import type { DamageLog } from './damage-log.ts';
import { digestRow, plainValue } from './digest.ts';
import type { Prepare } from './prepare.ts';
import type { RowWriter } from './row-writer.ts';

/** When a repository was paused; undefined when the row is damaged. */
export function decodePause(row: Row): number | undefined {
  const values = [row.repository_id, row.paused_at_ms].map(plainValue);
  return Number(row.digest) === digestRow(...values) ? Number(row.paused_at_ms) : undefined;
}

/** A damaged row still means that the repository is paused; only the time is unknown. */
export function readPause(prepare: Prepare, repository: RepositoryId, damage: DamageLog): number | undefined {
  const row = prepare('SELECT * FROM paused_repositories WHERE repository_id = ?').get(repository);
  if (row === undefined) return undefined;
  const pausedAtMs = decodePause(row);
  if (pausedAtMs === undefined) damage.note('paused_repositories', repository);
  return pausedAtMs ?? 0;
}

export function pauseRepository(writer: RowWriter, repository: RepositoryId, atMs: number): void {
  writer.run(
    `INSERT INTO paused_repositories (repository_id, paused_at_ms, digest) VALUES (?, ?, ?)
     ON CONFLICT (repository_id) DO UPDATE SET paused_at_ms = excluded.paused_at_ms, digest = excluded.digest`,
    repository,
    atMs,
    digestRow(repository, atMs),
  );
}

/** Returns false when it was not paused. */
export function resumeRepository(writer: RowWriter, repository: RepositoryId): boolean {
  return writer.run('DELETE FROM paused_repositories WHERE repository_id = ?', repository) > 0;
}
