import type { Outcome } from '../decision.ts';
import type { ItemId, ItemRelation, MemoryItem } from '../memory-item.ts';

/** A text that a memory has or had. Times are milliseconds since 1970. */
export interface ItemVersion
  extends Pick<MemoryItem, 'title' | 'content' | 'trust' | 'principal' | 'origin'> {
  /** Id to bring it back by (`edit ID --restore`); the memory's own for the text that it has now. */
  readonly id: ItemId;
  readonly sinceMs: number;
  /** Absent for the text that it has now. */
  readonly untilMs?: number;
}

/** What became of a memory, from when it was first said. */
export interface ItemHistory {
  readonly item: MemoryItem;
  /** Newest first; the first is what it says now. */
  readonly versions: readonly ItemVersion[];
  /** Memories whose place it took, and those whose place those took, each before the ones it replaced. */
  readonly replaced: readonly MemoryItem[];
  /** What took its place, and what took the place of that, in this order. */
  readonly replacedBy: readonly MemoryItem[];
  /** What came of it where it was shown, in the order of reporting. */
  readonly outcomes: readonly Outcome[];
}

/** A memory that was given another text. */
export interface EditedItem {
  readonly item: MemoryItem;
  /** The text it had before: kept, and brought back by `edit ID --restore` with its id. */
  readonly before: MemoryItem;
  /** It is not shown unasked: what is beside the new words comes from somebody that no person vouched for. */
  readonly waits: boolean;
}

/** Another memory that one is linked with. `brought_about`: a failure that came of this fix. */
export interface ItemLink extends Pick<MemoryItem, 'id' | 'title'> {
  readonly relation: ItemRelation | 'brought_about';
}
