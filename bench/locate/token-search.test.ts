import { join } from 'node:path';
import { expect, it } from 'vitest';
import { buildRepository } from '../../tests/git/build-repository.ts';
import { openTokenSearch, type Tokenise } from './token-search.ts';

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
  const searchBy = (tokenise: Tokenise) => openTokenSearch(join(repository.path, '.git'), tokenise);
  const [byWords, byLetters] = [searchBy(words), searchBy(letters)];
  expect(byWords.rankFiles(first, 'CacheStore evict')).toEqual(['src/cache.ts']);
  expect(byLetters.rankFiles(first, 'CacheStore evict')).toEqual(['src/cache.ts']);
  expect(byWords.rankFiles(second, 'evict class')).toEqual(['src/queue.ts']);
  expect(byLetters.rankFiles(second, 'evict class').toSorted()).toEqual(['src/queue.ts', 'src/store.ts']);
});
