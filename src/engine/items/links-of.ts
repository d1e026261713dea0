import type { ItemLink } from '../../model/answers/item-answers.ts';
import { kindOf, type MemoryItem } from '../../model/memory-item.ts';
import type { ItemReader } from '../../ports/memory-store.ts';
import { isVersion, partsOf, wholeIdOf } from '../memory/find-item.ts';

/** A fix that brought about more failures than this is shown to be a bad one by the first of them. */
const mostFollowing = 20;

/**
 * What a memory is linked with, each once: what it says itself, for a fix also what its occurrences say (which fix brought its
 * failure about), and the failures that it brought about. What was forgotten is left out.
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
