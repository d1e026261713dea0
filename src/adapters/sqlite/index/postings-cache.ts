import type { PostingList } from '../../../ports/repository-index.ts';

/** Capacity in postings of six bytes. */
const mostPostings = 500_000;
/** Overhead of a list, in postings. */
const listOverhead = 64;

/**
 * Cache of recently used posting lists. Bounded by the number of postings instead of lists, because a common term has
 * thousands of times as many postings as a rare one.
 */
export class PostingsCache {
  readonly #capacity: number;
  /** Least recently used first. */
  readonly #lists = new Map<string, PostingList | undefined>();
  #held = 0;

  /** @param capacity postings */
  constructor(capacity = mostPostings) {
    this.#capacity = capacity;
  }

  /** @param read reads a list that is not cached */
  get(key: string, read: () => PostingList | undefined): PostingList | undefined {
    const isKnown = this.#lists.has(key);
    const list = isKnown ? this.#lists.get(key) : read();
    if (isKnown) this.#lists.delete(key);
    else this.#makeRoom(sizeOf(list));
    this.#lists.set(key, list);
    return list;
  }

  #makeRoom(size: number): void {
    this.#held += size;
    for (const [key, list] of this.#lists) {
      if (this.#held <= this.#capacity) return;
      this.#lists.delete(key);
      this.#held -= sizeOf(list);
    }
  }
}

function sizeOf(list: PostingList | undefined): number {
  return listOverhead + (list?.ordinals.length ?? 0);
}
