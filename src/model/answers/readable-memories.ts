import type { MemoryItem } from '../memory-item.ts';

/** Memories that whoever asks may read here. */
export interface ReadableMemories {
  /** Newest first. */
  readonly items: readonly MemoryItem[];
  /** A line of each for an agent, fenced as a pack is; empty where there are none. */
  readonly text: string;
}
