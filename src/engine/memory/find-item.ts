import type { ItemId } from '../../model/brands.ts';
import { AfterwitError, invalidArgument } from '../../model/errors.ts';
import type { VersionBody } from '../../model/item-body.ts';
import type { MemoryItem, RelatedItem } from '../../model/memory-item.ts';
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
  return invalidArgument(
    `${JSON.stringify(id.slice(0, 80))} is not the id of a memory. Give at least ${shortestPrefix} hexadecimal digits, as \`afterwit list\` prints them.`,
    { id: id.slice(0, 80) },
  );
}

/** The whole of a part: the pattern of a variant, the variant of an episode; undefined for all other items. */
export function wholeIdOf({ body }: Pick<MemoryItem, 'body'>): ItemId | undefined {
  if (body?.kind === 'variant') return body.patternId;
  return body?.kind === 'episode' ? body.variantId : undefined;
}

/** Variants of a pattern, or episodes of a variant, newest first. */
export function partsOf(reader: ItemReader, id: ItemId): readonly MemoryItem[] {
  return reader.itemsRelatedTo(id, 'depends_on').filter((item) => wholeIdOf(item) === id);
}

/** Moves a variant or an episode to another whole; its other relations stay. */
export function dependOn(item: MemoryItem, wholeId: ItemId): MemoryItem {
  const { body } = item;
  const before = wholeIdOf(item);
  if (body?.kind !== 'variant' && body?.kind !== 'episode') return item;
  const owned = body.kind === 'variant' ? { ...body, patternId: wholeId } : { ...body, variantId: wholeId };
  const others = item.relatedItems.filter(({ id, relation }) => relation !== 'depends_on' || id !== before);
  return { ...item, body: owned, relatedItems: [{ id: wholeId, relation: 'depends_on' }, ...others] };
}

export type Version = MemoryItem & { readonly body: VersionBody };

/** The texts that a memory had before those it has now, newest first. */
export function versionsOf(reader: ItemReader, id: ItemId): readonly Version[] {
  return reader
    .itemsRelatedTo(id, 'depends_on')
    .filter(isVersion)
    .toSorted((a, b) => (b.validToMs ?? 0) - (a.validToMs ?? 0));
}

export function isVersion(item: MemoryItem): item is Version {
  return item.body?.kind === 'version';
}

/** The memory that a text belonged to: the memory itself where it is no version. */
export function ownerOf(reader: Pick<ItemReader, 'item'>, item: MemoryItem): MemoryItem {
  if (!isVersion(item)) return item;
  const owner = item.relatedItems.find(({ relation }) => relation === 'depends_on');
  return (owner && reader.item(owner.id)) ?? item;
}

/** Memories that one is linked with in this way, in the order of its links. */
export function relatedBy(
  { relatedItems }: Pick<MemoryItem, 'relatedItems'>,
  wanted: RelatedItem['relation'],
): readonly ItemId[] {
  return relatedItems.flatMap(({ id, relation }) => (relation === wanted ? [id] : []));
}
