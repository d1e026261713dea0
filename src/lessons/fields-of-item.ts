import type { MemoryItem } from '../model/memory-item.ts';
import type { Fields } from './item-from-fields.ts';
import { lineFields } from './item-line-form.ts';
import { itemTimes } from './item-times.ts';
import { writingField } from './writing.ts';

/** A memory as the fields of a line, in our spelling and order; what it does not have is undefined. */
export function fieldsOfItem(item: MemoryItem): Fields {
  const { [writingField]: _, ...extra } = item.extra;
  const fields: Fields = {
    ...item,
    ...Object.fromEntries(itemTimes.map(({ inItem, inLine }) => [inLine, timeOf(item[inItem])])),
    layer: item.layer.toUpperCase(),
    type: item.type.toUpperCase(),
    extra,
  };
  return Object.fromEntries(Object.keys(lineFields).map((name) => [name, fields[name]]));
}

/** A time as ISO 8601. A clock may be wrong by any amount; a time beyond ISO 8601 stays a number of milliseconds. */
export function timeOf(ms: number | undefined): string | number | undefined {
  if (ms === undefined) return undefined;
  const date = new Date(ms);
  return Number.isNaN(date.getTime()) || !Number.isInteger(ms) ? ms : date.toISOString();
}
