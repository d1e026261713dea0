import type { Outcome } from '../model/decision.ts';
import type { MemoryItem } from '../model/memory-item.ts';

/** A memory with its outcomes and the name of its repository. */
export interface ItemRecord {
  readonly item: MemoryItem;
  /** In the order of reporting. */
  readonly outcomes: readonly Outcome[];
  readonly repositoryName?: string | undefined;
}
