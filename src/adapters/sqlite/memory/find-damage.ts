import { existsSync, statSync } from 'node:fs';
import { isAfterwitError } from '../../../model/errors.ts';
import { standaloneKinds } from '../../../model/memory-item.ts';
import type { DamagedRow } from '../../../ports/memory-store.ts';
import { type Database, openDatabase, type Row } from '../database.ts';
import {
  isWholeItem,
  itemAccess,
  items,
  itemTerms,
  mostOccurrences as longestItem,
  readItemsWithTerms,
} from './item-rows.ts';
import { decisions, outcomes, pausedRepositories } from './log-tables.ts';
import { describeForeignSchema, findSchemaDamage } from './memory-versions.ts';
import { memoryApplicationId } from './migrations.ts';
import { countOrdinal, decodeScope } from './read-postings.ts';
import { verifyRepositories } from './repository-table.ts';
import { cachedPrepare, decodeText, hasTable, type Prepare, type SealedTable } from './sealed-table.ts';
import { teamOperations, teams } from './team-tables.ts';

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

/** The damage of a memory, in words. Without any of it, the memory is whole. */
interface MemoryDamage {
  /** No part of the memory can be relied on: its backup is better. */
  readonly structural?: string | undefined;
  /** Single rows are not as written. They are passed over, with the rows that they lead to. */
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
    const foreignness = findForeignness(database) ?? describeForeignSchema(database);
    return foreignness === undefined ? examineMemory(database, depth) : { structural: foreignness };
  } catch (fault) {
    const structural = damageIn(fault);
    if (structural === undefined) throw fault;
    return { structural };
  } finally {
    database?.close();
  }
}

/** Any damage of a memory file that this process does not have open; undefined when it is intact. */
export function findDamage(path: string, busyTimeoutMs: number): string | undefined {
  const { structural, rows } = examineFile(path, busyTimeoutMs, 'all');
  return structural ?? rows;
}

interface PrecariousTable {
  readonly table: SealedTable;
  /** Column that is SQLite's own row id. */
  readonly rowId: 'ordinal' | 'sequence';
  /** Column that identifies the row to a person. */
  readonly key: string;
  /** Default: its checksum holds. The row is not parsed, as a large memory has many. */
  readonly isWhole?: (row: Row) => boolean;
}

/** Tables whose damaged rows reads skip. */
const precariousTables: readonly PrecariousTable[] = [
  { table: items, rowId: 'ordinal', key: 'id', isWhole: isWholeItem },
  { table: itemTerms, rowId: 'ordinal', key: 'ordinal' },
  { table: itemAccess, rowId: 'ordinal', key: 'ordinal' },
  { table: decisions, rowId: 'sequence', key: 'id' },
  { table: outcomes, rowId: 'sequence', key: 'id' },
  { table: pausedRepositories, rowId: 'sequence', key: 'repository_id' },
  { table: teams, rowId: 'sequence', key: 'id' },
  { table: teamOperations, rowId: 'sequence', key: 'sequence' },
];

/** A damaged row with its row id, and whether a row of its table is whole. */
export interface FoundRow extends DamagedRow {
  readonly rowId: PrecariousTable['rowId'];
  readonly isWhole: (row: Row) => boolean;
  readonly row: Row;
}

/** Reads every row of these tables and returns the damaged ones. */
export function findDamagedRows(prepare: Prepare): readonly FoundRow[] {
  const found: FoundRow[] = [];
  for (const {
    table,
    rowId,
    key,
    isWhole = (row: Row) => table.read(row) !== undefined,
  } of precariousTables) {
    if (!hasTable(prepare, table.name)) continue;
    for (const row of prepare(`SELECT * FROM ${table.name}`).iterate())
      if (!isWhole(row)) found.push({ table: table.name, key: decodeText(row[key]), rowId, isWhole, row });
  }
  return found;
}

/** Searchable items with their terms. */
const findable = `
  WITH findable AS MATERIALIZED (
    SELECT item_scopes.id AS scope_id, ordinal, terms,
      min(${longestItem}, (SELECT coalesce(sum(value ->> 1), 0) FROM json_each(terms))) AS length
    FROM items JOIN item_terms USING (ordinal) LEFT JOIN item_scopes USING (scope)
    WHERE items.kind IN (${standaloneKinds.map((kind) => `'${kind}'`).join()})
  )`;

/** Each term of each item has its posting, no other is there, and each term's count is right. */
const postingsAgree = `${findable}
  SELECT count(*) = count(p.ordinal)
    AND count(*) = (SELECT count(*) FROM item_postings WHERE ordinal <> ${countOrdinal})
    AND NOT EXISTS (
      SELECT * FROM item_postings GROUP BY scope_id, term
      HAVING count(*) - 1 <> sum(iif(ordinal = ${countOrdinal}, frequency, 0))
    ) AS agree
  FROM findable JOIN json_each(terms) LEFT JOIN item_postings AS p ON (p.scope_id, p.term, p.ordinal, p.frequency, p.length)
    = (findable.scope_id, value ->> 0, findable.ordinal, value ->> 1, findable.length)`;

const countsAgree = `${findable}
  SELECT NOT EXISTS (
    SELECT * FROM (
      SELECT scope_id, count(*), sum(length) FROM findable GROUP BY scope_id
      UNION ALL SELECT id, item_count, total_length FROM item_scopes
    ) GROUP BY 1, 2, 3 HAVING count(*) <> 2
  ) AS agree`;

/**
 * Compares the postings with the items they were built from; undefined when they agree. A difference loses no data, but
 * memories would be found by the wrong words.
 */
export function findPostingDamage(prepare: Prepare): string | undefined {
  for (const row of prepare('SELECT * FROM item_scopes').all())
    if (decodeScope(row) === undefined) return 'a row of item_scopes is not what was written';
  for (const { ordinal, item, terms } of readItemsWithTerms(prepare))
    if (item === undefined || terms === undefined)
      return `item ${ordinal} or its terms are damaged or missing`;
  if (Number(prepare(postingsAgree).get()?.agree) !== 1) return 'the postings are not those of the items';
  return Number(prepare(countsAgree).get()?.agree) === 1 ? undefined : 'the counts of a scope are wrong';
}
