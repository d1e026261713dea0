import type { ItemHistory, ItemVersion } from '../../model/answers/item-answers.ts';
import type { MemoryItem } from '../../model/memory-item.ts';
import type { ItemReader } from '../../ports/memory-store.ts';
import { findItem, isVersion, ownerOf, versionsOf } from '../memory/find-item.ts';

/** Memories told on either side of one; more are history that nobody reads. */
const longestLine = 50;

/** What became of a memory, by its id or that of one of its versions. @throws ITEM_NOT_FOUND, INVALID_ARGUMENT */
export function itemHistory(reader: ItemReader, id: string): ItemHistory {
  const item = ownerOf(reader, findItem(reader, id));
  const earlier = versionsOf(reader, item.id);
  const sinceMs = earlier[0]?.validToMs ?? item.createdAtMs;
  return {
    item,
    versions: [
      versionOf(item, sinceMs),
      ...earlier.map((version) => versionOf(version, version.createdAtMs)),
    ],
    replaced: walk(item, ({ relatedItems }) =>
      relatedItems.flatMap(({ id: other, relation }) =>
        relation === 'supersedes' ? (reader.item(other) ?? []) : [],
      ),
    ),
    replacedBy: walk(item, ({ supersededById }) => (supersededById && reader.item(supersededById)) ?? []),
    outcomes: reader.outcomesAbout([item.id]).get(item.id) ?? [],
  };
}

function versionOf(item: MemoryItem, sinceMs: number): ItemVersion {
  const { id, title, content, trust, principal, origin, validToMs } = item;
  const until = isVersion(item) && validToMs !== undefined ? { untilMs: validToMs } : {};
  return { id, title, content, trust, principal, origin, sinceMs, ...until };
}

/** All that is reached by single steps, each once, however they are linked. */
function walk(
  from: MemoryItem,
  next: (item: MemoryItem) => MemoryItem | readonly MemoryItem[],
): readonly MemoryItem[] {
  const reached = new Map([[from.id, from]]);
  // Grows while it is walked.
  for (const item of reached.values())
    for (const other of [next(item)].flat())
      if (!isVersion(other) && !reached.has(other.id) && reached.size <= longestLine)
        reached.set(other.id, other);
  return [...reached.values()].slice(1);
}
