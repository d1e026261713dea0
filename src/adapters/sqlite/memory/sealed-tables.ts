import type { DamagedRow } from '../../../ports/memory-store.ts';
import type { Row } from '../database.ts';
import { decodeText } from '../text-value.ts';
import { decodeAccess } from './access-table.ts';
import { isWholeDecision } from './decision-table.ts';
import { isWholeItem } from './item-row.ts';
import { areWholeTerms } from './item-terms.ts';
import { decodeOutcome } from './outcome-table.ts';
import { decodePause } from './pause-table.ts';
import type { Prepare } from './prepare.ts';

/** A table whose rows have checksums; reads skip its damaged rows. */
interface SealedTable {
  readonly name: string;
  /** Column that is SQLite's own row id. */
  readonly rowId: 'ordinal' | 'sequence';
  /** Column that identifies the row to a person. */
  readonly key: string;
  /** False for a damaged row. Nothing is made of what it holds: a large memory has many rows. */
  readonly isWhole: (row: Row) => boolean;
}

const sealedTables: readonly SealedTable[] = [
  { name: 'items', rowId: 'ordinal', key: 'id', isWhole: isWholeItem },
  { name: 'item_terms', rowId: 'ordinal', key: 'ordinal', isWhole: areWholeTerms },
  {
    name: 'item_access',
    rowId: 'ordinal',
    key: 'ordinal',
    isWhole: (row) => decodeAccess(row) !== undefined,
  },
  { name: 'decisions', rowId: 'sequence', key: 'id', isWhole: isWholeDecision },
  { name: 'outcomes', rowId: 'sequence', key: 'id', isWhole: (row) => decodeOutcome(row) !== undefined },
  {
    name: 'paused_repositories',
    rowId: 'sequence',
    key: 'repository_id',
    isWhole: (row) => decodePause(row) !== undefined,
  },
];

/** A damaged row with its table and row id. */
export interface FoundRow extends DamagedRow {
  readonly sealed: SealedTable;
  readonly row: Row;
}

/** Reads every row of these tables and returns the damaged ones. */
export function findDamagedRows(prepare: Prepare): readonly FoundRow[] {
  const found: FoundRow[] = [];
  for (const sealed of sealedTables) {
    for (const row of prepare(`SELECT * FROM ${sealed.name}`).iterate()) {
      if (sealed.isWhole(row)) continue;
      found.push({ table: sealed.name, key: decodeText(row[sealed.key]), sealed, row });
    }
  }
  return found;
}
