import { isDeepStrictEqual } from 'node:util';
import type { MemoryItem } from '../model/memory-item.ts';
import { fieldsOfItem } from './fields-of-item.ts';
import type { Fields } from './item-from-fields.ts';
import { itemTimes } from './item-times.ts';
import { withWriting } from './writing.ts';

/** Fields that programs spell differently. Texts are not among them: they are kept once, where `forget` finds them. */
const spelled: ReadonlySet<string> = new Set([
  ...['id', 'layer', 'type', 'status', 'ttlDays', 'fingerprint', 'supersededById', 'relatedItems'],
  ...itemTimes.map(({ inLine }) => inLine),
]);

/** Notes in a memory how the line it was read from is written, if not as we write it. */
export function noteWriting(item: MemoryItem, written: Fields): MemoryItem {
  const ours = fieldsOfItem(item);
  const foreign = Object.keys(written).filter((name) => !Object.hasOwn(ours, name));
  const values = Object.entries(written).filter(
    ([name, value]) =>
      Object.hasOwn(ours, name) &&
      (spelled.has(name) || value === null || value === '') &&
      !isDeepStrictEqual(value, ours[name]),
  );
  const writing = { foreign, values: Object.fromEntries(values) };
  if (written.format === undefined) return withWriting(item, { ...writing, names: Object.keys(written) });
  return foreign.length + values.length === 0 ? item : withWriting(item, writing);
}
