import type { ItemId } from '../../model/brands.ts';
import { AfterwitError } from '../../model/errors.ts';
import type { MemoryItem } from '../../model/memory-item.ts';
import type { ItemReader } from '../../ports/memory-store.ts';

const shortestPrefix = 4;

/**
 * The memory with an id, or with an unambiguous prefix of one.
 * @throws ITEM_NOT_FOUND, INVALID_ARGUMENT
 */
export function findItem(reader: ItemReader, id: string): MemoryItem {
  const prefix = id.trim().toLowerCase();
  if (!/^[0-9a-f-]{4,36}$/.test(prefix)) throw notAnId(id);
  const whole = reader.item(prefix as ItemId);
  if (whole !== undefined) return whole;
  const [first, second] = reader.itemsByIdPrefix(prefix, 2);
  if (first !== undefined && second === undefined) return first;
  throw new AfterwitError(
    'ITEM_NOT_FOUND',
    first === undefined
      ? `No memory has the id ${prefix}. \`afterwit list --all\` lists all memories.`
      : `Several memories have an id that begins with ${prefix}. Give more digits.`,
    { data: { id: prefix } },
  );
}

function notAnId(id: string): AfterwitError {
  return new AfterwitError(
    'INVALID_ARGUMENT',
    `${JSON.stringify(id.slice(0, 80))} is not the id of a memory. Give at least ${shortestPrefix} hexadecimal digits, as \`afterwit list\` prints them.`,
    { data: { id: id.slice(0, 80) } },
  );
}
