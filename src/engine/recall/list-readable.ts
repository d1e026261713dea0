import type { ReadableMemories } from '../../model/answers/recollection.ts';
import { standaloneKinds } from '../../model/memory-item.ts';
import { renderMemoryList } from '../../packing/render-memory-list.ts';
import type { RecallDependencies } from '../memory/recall-dependencies.ts';
import { isReadable } from './read-memory.ts';

/** Of so many that hold here it is looked whether somebody turned them down. */
const mostLookedAt = 500;

/** The memories that {@link readMemory} gives here, the newest first; those that were replaced are left out. */
export function listReadable(
  limit: number,
  {
    store,
    scopes,
    clock,
    random,
    settings,
  }: Pick<RecallDependencies, 'store' | 'scopes' | 'clock' | 'random' | 'settings'>,
): ReadableMemories {
  const terms = { scopes, nowMs: clock.nowMs(), settings: settings.memory };
  const filter = { kinds: standaloneKinds, statuses: ['active'], scopes, quarantined: false } as const;
  const items = store.read((reader) =>
    reader
      .items({ ...filter, limit: mostLookedAt })
      .filter((item) => isReadable(item, reader, terms))
      .slice(0, limit),
  );
  return { items, text: items.length === 0 ? '' : renderMemoryList(items, random.uuid().slice(-12)) };
}
