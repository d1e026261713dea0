import type { DamagedRow } from '../../../ports/item-store.ts';
import type { Row } from '../database.ts';
import { decodeText } from '../text-value.ts';
import { decodeAccess } from './access-table.ts';
import { decodeDecision } from './decision-table.ts';
import { decodeItem } from './item-row.ts';
import { decodeTerms } from './item-terms.ts';
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
  /** Returns undefined for a damaged row. */
  readonly decode: (row: Row) => unknown;
}

const sealedTables: readonly SealedTable[] = [
  { name: 'items', rowId: 'ordinal', key: 'id', decode: decodeItem },
  { name: 'item_terms', rowId: 'ordinal', key: 'ordinal', decode: decodeTerms },
  { name: 'item_access', rowId: 'ordinal', key: 'ordinal', decode: decodeAccess },
  { name: 'decisions', rowId: 'sequence', key: 'id', decode: decodeDecision },
  { name: 'outcomes', rowId: 'sequence', key: 'id', decode: decodeOutcome },
  { name: 'paused_repositories', rowId: 'sequence', key: 'repository_id', decode: decodePause },
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
      if (sealed.decode(row) !== undefined) continue;
      found.push({ table: sealed.name, key: decodeText(row[sealed.key]), sealed, row });
    }
  }
  return found;
}
