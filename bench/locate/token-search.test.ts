import { join } from 'node:path';
import { expect, it } from 'vitest';
import { buildRepository } from '../../tests/git/build-repository.ts';
import { openTokenSearch } from './token-search.ts';

it('ranks the sources of a commit by the tokens they share with a query, whatever a token is', () => {
  const repository = buildRepository();
  const first = repository.commit('Begin', {
    'src/cache.ts': 'export class CacheStore { evict() {} }',
    'src/queue.ts': 'export class WorkQueue { push() {} }',
    'src/cache.test.ts': 'CacheStore',
  });
  const second = repository.commit('Move', { 'src/cache.ts': null, 'src/store.ts': 'evict(cache)' });
  const words = (text: string) => text.split(/\s+/);
  const letters = (text: string) => text.match(/[a-z]+/gi) ?? [];
  const search = openTokenSearch(join(repository.path, '.git'), { words, letters });
  expect(search.rankFiles(first, 'CacheStore evict')).toEqual({
    words: ['src/cache.ts'],
    letters: ['src/cache.ts'],
  });
  expect(search.rankFiles(second, 'evict class')).toEqual({
    words: ['src/queue.ts'],
    letters: expect.arrayContaining(['src/store.ts', 'src/queue.ts']),
  });
});
