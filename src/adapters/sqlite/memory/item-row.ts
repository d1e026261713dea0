import { kindOf, type MemoryItem } from '../../../model/memory-item.ts';
import type { Row } from '../database.ts';
import { decodeText, encodeText, type TextValue } from '../text-value.ts';
import { digestRowWithBody, plainValue } from './digest.ts';

/** Columns for lookups and filters. All other fields are in one column of JSON. */
const keyColumns = [
  'ordinal',
  'id',
  'scope',
  'fingerprint',
  'layer',
  'type',
  'status',
  'quarantined',
  'origin',
  'created_at_ms',
  'updated_at_ms',
] as const;

/** Columns of `items` in the order of {@link encodeItem}'s values. */
export const itemColumns = [...keyColumns, 'digest', 'rest', 'kind'] as const;

/** How often a memory was shown. Stored in another table, because it changes independently of the memory. */
export type Access = Pick<MemoryItem, 'accessCount' | 'lastAccessedAtMs'>;

export function encodeItem(ordinal: number, item: MemoryItem): readonly (TextValue | number)[] {
  const {
    id,
    scope,
    fingerprint,
    layer,
    type,
    status,
    quarantined,
    origin,
    createdAtMs,
    updatedAtMs,
    accessCount: _,
    lastAccessedAtMs: __,
    ...others
  } = item;
  const keys = [ordinal, id, scope, fingerprint, layer, type, status, quarantined ? 1 : 0, origin];
  const values = [...keys, createdAtMs, updatedAtMs];
  const rest = JSON.stringify(others);
  const digest = digestRowWithBody(rest, ...values);
  return [
    ...values.map((value) => (typeof value === 'string' ? encodeText(value) : value)),
    digest,
    rest,
    kindOf(item),
  ];
}

/** The memory in a row of `items`; undefined when the row is damaged. */
export function decodeItem(row: Row): Omit<MemoryItem, keyof Access> | undefined {
  const rest = readRest(row);
  if (rest === undefined) return undefined;
  const others = JSON.parse(rest) as MemoryItem;
  // The digest does not include the kind, which was added later and only repeats the body's kind; older schemas do not
  // have it.
  if (row.kind !== undefined && row.kind !== kindOf(others)) return undefined;
  return {
    ...others,
    id: decodeText(row.id) as MemoryItem['id'],
    scope: decodeText(row.scope) as MemoryItem['scope'],
    fingerprint: decodeText(row.fingerprint),
    layer: row.layer as MemoryItem['layer'],
    type: row.type as MemoryItem['type'],
    status: row.status as MemoryItem['status'],
    quarantined: row.quarantined === 1n,
    origin: decodeText(row.origin),
    createdAtMs: Number(row.created_at_ms),
    updatedAtMs: Number(row.updated_at_ms),
  };
}

/** Whether {@link decodeItem} would read it: half the time, since what was written down whole need not be parsed to know so. */
export function isWholeItem(row: Row): boolean {
  const rest = readRest(row);
  if (rest === undefined) return false;
  // Without a body it is a lesson, as most are.
  const body = rest.includes('"body":') ? (JSON.parse(rest) as MemoryItem) : {};
  return row.kind === undefined || row.kind === kindOf(body);
}

/** The JSON of a row of `items`; undefined when the row is damaged. */
function readRest(row: Row): string | undefined {
  const rest = String(row.rest);
  const values = keyColumns.map((column) => plainValue(row[column]));
  return Number(row.digest) === digestRowWithBody(rest, ...values) ? rest : undefined;
}
