import { existsSync, statSync } from 'node:fs';
import { isAfterwitError } from '../../../model/errors.ts';
import { type Database, openDatabase } from '../database.ts';
import { findPostingDamage } from './find-posting-damage.ts';
import { findForeignMigration, findSchemaDamage, readMemoryVersions } from './memory-versions.ts';
import { itemSchema, memoryApplicationId, memoryMigrations } from './migrations.ts';
import { cachedPrepare } from './prepare.ts';
import { verifyRepositories } from './repository-table.ts';
import { findDamagedRows } from './sealed-tables.ts';

/** The damage that an error reports; undefined for other errors, including a disk that fails to read. */
export function damageIn(fault: unknown): string | undefined {
  if (!isAfterwitError(fault) || fault.code !== 'MEMORY_CORRUPT') return undefined;
  return typeof fault.data.damage === 'string' ? fault.data.damage : undefined;
}

/** Checks the header and the schema; takes a hundredth of a millisecond at any size. */
export function findForeignness(database: Database): string | undefined {
  const id = Number(database.prepare('PRAGMA application_id').get()?.application_id);
  return id === memoryApplicationId ? findSchemaDamage(database) : 'it is not a memory of afterwit';
}

/** Findings of `integrity_check` about single rows of the tables whose damaged rows are skipped. */
const rowFinding =
  /missing from index|values differ from index|end-of-record|entry in index|entries in index|PRIMARY KEY order|\w value in/;
const unsealed =
  /\b(?:one_repository_a_path|evidence_of_repository|(?:sqlite_autoindex_)?(?:repositories|repository_evidence|meta)(?:_\d+)?)\b/;

function isAboutRow(finding: string): boolean {
  return rowFinding.test(finding) && !unsealed.test(finding);
}

function findingsOf(database: Database): readonly string[] {
  const rows = database.prepare('PRAGMA integrity_check').all();
  return rows.map(({ integrity_check }) => String(integrity_check)).filter((finding) => finding !== 'ok');
}

/** What is wrong with a memory, in words. Without any of it, the memory is whole. */
interface MemoryDamage {
  /** No part of the memory can be relied on: its backup is better. */
  readonly structural?: string | undefined;
  /** Single rows are not what was written. They are passed over, and what they lead to. */
  readonly rows?: string | undefined;
}

/**
 * `structure`: pages, indexes and repositories, 5 ms a megabyte. `precious`: also every row that cannot be rebuilt,
 * twice as long. `all`: also whether the postings, which can be rebuilt, match the items; twice as long again.
 */
type ExaminationDepth = 'structure' | 'precious' | 'all';

/** Checks every page, and the rows to the given depth. */
export function examineMemory(database: Database, depth: ExaminationDepth): MemoryDamage {
  const findings = findingsOf(database);
  const structural = findings.find((finding) => !isAboutRow(finding)) ?? findRepositoryDamage(database);
  if (structural !== undefined) return { structural };
  const rows = findings[0] ?? (depth === 'structure' ? undefined : findRowDamage(database, depth));
  return { rows };
}

function findRepositoryDamage(database: Database): string | undefined {
  try {
    verifyRepositories(cachedPrepare(database));
    return undefined;
  } catch (fault) {
    const damage = damageIn(fault);
    if (damage === undefined) throw fault;
    return damage;
  }
}

function findRowDamage(database: Database, depth: ExaminationDepth): string | undefined {
  if (readMemoryVersions(database).schema < itemSchema) return undefined;
  const prepare = cachedPrepare(database);
  const [row] = findDamagedRows(prepare);
  if (row !== undefined) return `row ${row.key} of ${row.table} is not what was written`;
  return depth === 'all' ? findPostingDamage(prepare) : undefined;
}

/** Examines a memory file that this process does not have open. */
export function examineFile(path: string, busyTimeoutMs: number, depth: ExaminationDepth): MemoryDamage {
  if (!existsSync(path)) return { structural: 'it is missing' };
  if (statSync(path).size === 0) return { structural: 'it is empty' };
  let database: Database | undefined;
  try {
    // Opened for reading only: closing a writer would merge the log into a possibly damaged file.
    database = openDatabase(path, { subject: 'memory', synchronous: 'full', busyTimeoutMs, readOnly: true });
    const foreignness = findForeignness(database) ?? describeForeignMigration(database);
    return foreignness === undefined ? examineMemory(database, depth) : { structural: foreignness };
  } catch (fault) {
    const structural = damageIn(fault);
    if (structural === undefined) throw fault;
    return { structural };
  } finally {
    database?.close();
  }
}

/** Describes a migration of this memory that this version does not know; undefined when there is none. */
export function describeForeignMigration(database: Database): string | undefined {
  const version = findForeignMigration(database, memoryMigrations);
  if (version === undefined) return undefined;
  return `it went through another migration ${version} than this version of afterwit has`;
}

/** Any damage of a memory file that this process does not have open; undefined when it is intact. */
export function findDamage(path: string, busyTimeoutMs: number): string | undefined {
  const { structural, rows } = examineFile(path, busyTimeoutMs, 'all');
  return structural ?? rows;
}
