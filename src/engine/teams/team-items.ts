import { toItemId } from '../../lessons/item-fields.ts';
import { writeSharedLine } from '../../lessons/item-line.ts';
import type { ItemId } from '../../model/brands.ts';
import type { MemoryItem } from '../../model/memory-item.ts';
import { type JsonValue, operationIdOf, type TeamOperation } from '../../model/team.ts';
import type { ItemReader, MemoryReader, MemoryTransaction } from '../../ports/memory-store.ts';
import { putEdited } from '../items/edit-item.ts';

/** Returns the words of a memory as others are told them, redacted once more. */
export function sharedWordsOf(item: MemoryItem): Readonly<Record<string, JsonValue>> {
  return JSON.parse(writeSharedLine(item)) as Readonly<Record<string, JsonValue>>;
}

/** Where a memory of a colleague came from; `forget --origin` takes all of them. */
export function originOf(team: string, principal: string): string {
  return `import/team/${team.slice(0, 8)}/${principal}`;
}

export function isOfTeam({ origin }: Pick<MemoryItem, 'origin'>, team: string): boolean {
  return origin.startsWith(originOf(team, ''));
}

/** Other versions of a memory that stand beside it here, each under an id that every machine gives it. */
export function besides(reader: ItemReader, team: string, id: ItemId): readonly MemoryItem[] {
  return (['may_supersede', 'contradicts'] as const)
    .flatMap((relation) => reader.itemsRelatedTo(id, relation))
    .filter((item) => isOfTeam(item, team) && item.vouchedAtMs === undefined);
}

/** @param version the id of its operation */
export function besideId({ id }: { readonly id: string }): ItemId {
  return toItemId(`version ${id} of a team's memory`);
}

/** The operation that told this memory, where it is a version beside another memory, or was approved in its place. */
export function versionTold(
  reader: MemoryReader,
  team: string,
  id: ItemId | undefined,
): TeamOperation | undefined {
  const item = id && reader.item(id);
  if (item === undefined || !isOfTeam(item, team)) return undefined;
  return item.relatedItems
    .filter(({ relation }) => relation !== 'depends_on')
    .flatMap((link) => reader.teamOperations({ team, item: link.id, kinds: ['text'] }))
    .find((operation) => besideId({ id: operationIdOf(operation) }) === id);
}

/**
 * Puts an approved version in the place of its memory, because a memory has one id on every machine; the former text is kept
 * as a version. Returns the memory as it was before.
 */
export function takeUp(
  transaction: MemoryTransaction,
  version: MemoryItem,
  { item: whole }: TeamOperation,
  nowMs: number,
): MemoryItem | undefined {
  const was = transaction.item(whole as ItemId);
  if (was === undefined) return undefined;
  const { supersededById: _, ...item } = was;
  const { id, createdAtMs, accessCount } = item;
  const relatedItems = version.relatedItems.filter((link) => link.id !== id);
  transaction.removeItem(version.id);
  putEdited(
    transaction,
    { item, edited: { ...version, id, createdAtMs, accessCount, relatedItems } },
    { versionId: toItemId(`before version ${version.id}`), nowMs },
  );
  return was;
}
