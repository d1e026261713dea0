import { existsSync, statSync } from 'node:fs';
import { isAfterwitError } from '../../../model/errors.ts';
import { type Database, openDatabase } from '../database.ts';
import { findSchemaDamage } from './memory-versions.ts';
import { memoryApplicationId } from './migrations.ts';
import { verifyRepositories } from './repository-table.ts';

/** The damage that an error tells of; undefined for other errors, a disk that fails to read among them. */
export function damageIn(fault: unknown): string | undefined {
  if (!isAfterwitError(fault) || fault.code !== 'MEMORY_CORRUPT') return undefined;
  return typeof fault.data.damage === 'string' ? fault.data.damage : undefined;
}

/** Looks at the header and the schema: a hundredth of a millisecond, whatever the size. */
export function findForeignness(database: Database): string | undefined {
  const id = Number(database.prepare('PRAGMA application_id').get()?.application_id);
  return id === memoryApplicationId ? findSchemaDamage(database) : 'it is not a memory of afterwit';
}

/** Looks at every page and every row: about 10 ms a megabyte. */
export function findContentDamage(database: Database): string | undefined {
  const verdict = database.prepare('PRAGMA integrity_check(1)').get()?.integrity_check;
  if (verdict !== 'ok') return String(verdict);
  try {
    verifyRepositories(database);
    return undefined;
  } catch (fault) {
    const damage = damageIn(fault);
    if (damage === undefined) throw fault;
    return damage;
  }
}

/** Thorough look at a memory file that nobody here has open; undefined when it is whole. */
export function findDamage(path: string, busyTimeoutMs: number): string | undefined {
  if (!existsSync(path)) return 'it is missing';
  if (statSync(path).size === 0) return 'it is empty';
  let database: Database | undefined;
  try {
    // Closing a writer would fold the log into a file that is perhaps broken; so only read.
    database = openDatabase(path, { subject: 'memory', synchronous: 'full', busyTimeoutMs, readOnly: true });
    return findForeignness(database) ?? findContentDamage(database);
  } catch (fault) {
    const damage = damageIn(fault);
    if (damage === undefined) throw fault;
    return damage;
  } finally {
    database?.close();
  }
}
