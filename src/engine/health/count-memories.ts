import type { MemoryStatus } from '../../model/answers/memory-status.ts';
import { standaloneKinds } from '../../model/memory-item.ts';
import type { Scope } from '../../model/provenance.ts';
import type { ItemReader } from '../../ports/memory-store.ts';
import { reviewQueue } from '../items/review-items.ts';

/** How many memories a recall with these scopes reads, and how many wait for a person. */
export function countMemories(reader: ItemReader, scopes: readonly Scope[]): MemoryStatus['memories'] {
  const active = { scopes, statuses: ['active'] } as const;
  return {
    here: reader.countItems({ ...active, kinds: standaloneKinds }),
    fixes: reader.countItems({ ...active, kinds: ['variant'] }),
    waiting: reviewQueue(reader, 0, scopes).count,
  };
}
