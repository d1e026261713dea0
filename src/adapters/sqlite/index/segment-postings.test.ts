import { describe, expect, it } from 'vitest';
import { PostingsCache } from './segment-postings.ts';

const listOf = (length: number) => ({
  ordinals: new Uint32Array(length),
  frequencies: new Uint16Array(length),
});

/** Asks for lists by name and length; tells which were read. */
function readerOf(cache: PostingsCache) {
  const read: string[] = [];
  return {
    read,
    ask: (name: string, length: number) =>
      cache.get(name, () => {
        read.push(name);
        return length === 0 ? undefined : listOf(length);
      }),
  };
}

describe('PostingsCache', () => {
  it('reads a list once, and remembers that there is none', () => {
    const { ask, read } = readerOf(new PostingsCache(1_000));
    expect(ask('cache', 10)).toBe(ask('cache', 10));
    expect([ask('none', 0), ask('none', 0)]).toEqual([undefined, undefined]);
    expect(read).toEqual(['cache', 'none']);
  });

  it('lets go of what was asked for longest ago when postings grow too many', () => {
    const { ask, read } = readerOf(new PostingsCache(1_000));
    ask('a', 300);
    ask('b', 300);
    ask('a', 300);
    ask('c', 300);
    expect(read.splice(0)).toEqual(['a', 'b', 'c']);
    ask('a', 300);
    ask('b', 300);
    expect(read).toEqual(['b']);
  });

  it('gives a list that is larger than all it may hold', () => {
    const { ask } = readerOf(new PostingsCache(100));
    ask('a', 10);
    expect(ask('b', 5_000)?.ordinals.length).toBe(5_000);
  });

  it('does not count what was let go', () => {
    const { ask, read } = readerOf(new PostingsCache(1_000));
    for (let i = 0; i < 50; i++) ask(`large ${i}`, 800);
    read.length = 0;
    ask('large 49', 800);
    expect(read).toEqual([]);
  });
});
