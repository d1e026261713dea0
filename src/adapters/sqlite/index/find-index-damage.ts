import { isAfterwitError } from '../../../model/errors.ts';
import type { Database } from '../database.ts';
import { requireSeal } from './seal.ts';
import { columnNames, segmentKinds } from './segment-columns.ts';
import { type PostingsRow, readColumn, requirePostings } from './segment-rows.ts';

/** Tables whose rows are sealed directly: the columns of the seal, in order. */
const sealedRows = {
  commits: ['ordinal', 'id', 'committed_at_ms', 'authored_at_ms', 'author', 'changes', 'message'],
  paths: ['id', 'path'],
  issue_links: ['issue', 'ordinal', 'closes'],
  commit_links: ['target', 'ordinal', 'relation'],
  trees: ['commit_id', 'entries'],
  blobs: ['ordinal', 'id', 'structure', 'skipped'],
  outlines: ['ordinal', 'symbols'],
  fix_examples: ['commit_id', 'version', 'answer', 'features'],
  learned_weights: ['version', 'learned'],
} as const;

/** Checks every page and every row. Returns a description of the first damage, or undefined. */
export function findIndexDamage(database: Database): string | undefined {
  try {
    const finding = database.prepare('PRAGMA integrity_check(1)').get()?.integrity_check;
    if (finding !== 'ok') return String(finding);
    database.read(() => checkRows(database));
    return undefined;
  } catch (fault) {
    if (isAfterwitError(fault) && fault.code === 'INDEX_CORRUPT')
      return String(fault.data.damage ?? fault.message);
    throw fault;
  }
}

function checkRows(database: Database): void {
  for (const [table, columns] of Object.entries(sealedRows)) {
    for (const row of database.prepare(`SELECT ${columns.join(', ')}, seal FROM ${table}`).iterate()) {
      requireSeal(database, `a row of ${table}`, row.seal, ...columns.map((column) => row[column]));
    }
  }
  for (const kind of segmentKinds) for (const name of columnNames[kind]) readColumn(database, kind, name);
  const postings = database.prepare(
    `SELECT p.term, s.first_ordinal, p.document_count, p.data, p.seal FROM postings p
     LEFT JOIN segments s ON s.id = p.segment`,
  );
  for (const row of postings.iterate()) requirePostings(database, row as unknown as PostingsRow);
}
