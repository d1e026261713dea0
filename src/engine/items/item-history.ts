import type { ItemHistory, ItemLink, ItemVersion } from '../../model/answers/item-answers.ts';
import { kindOf, type MemoryItem } from '../../model/memory-item.ts';
import type { ItemReader } from '../../ports/memory-store.ts';
import { findItem, isVersion, ownerOf, partsOf, versionsOf, wholeIdOf } from '../memory/find-item.ts';

/** Most memories told on either side of one. */
const longestLine = 50;

/** Returns the history of a memory, by its id or a version's id. @throws ITEM_NOT_FOUND, INVALID_ARGUMENT */
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

/** A fix that brought about more failures than this is shown to be a bad one by the first of them. */
const mostFollowing = 20;

/**
 * Returns the links of a memory, each once: its own, for a fix also those of its occurrences (which fix brought its
 * failure about), and the failures that it brought about. Forgotten memories are left out.
 */
export function linksOf(reader: ItemReader, item: MemoryItem): readonly ItemLink[] {
  const own = isVersion(item) ? [] : item.relatedItems;
  const ofParts =
    kindOf(item) === 'variant'
      ? partsOf(reader, item.id).flatMap(({ relatedItems }) =>
          relatedItems.filter(({ relation }) => relation === 'caused_by'),
        )
      : [];
  const following = reader
    .itemsRelatedTo(item.id, 'caused_by', mostFollowing)
    .map((episode) => ({ id: wholeIdOf(episode) ?? episode.id, relation: 'brought_about' as const }));
  const all = [...own, ...ofParts, ...following].flatMap(({ id, relation }): readonly ItemLink[] => {
    const title = reader.item(id)?.title;
    return title === undefined || id === item.id ? [] : [{ id, relation, title }];
  });
  return [...new Map(all.map((link) => [`${link.relation} ${link.id}`, link])).values()];
}
