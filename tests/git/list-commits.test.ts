import { expect, test } from 'vitest';
import type { CommitId, CommitRecord } from '../../src/model/repository.ts';
import { buildRepository, type TestRepository } from './build-repository.ts';
import { openReader } from './open-reader.ts';

const gone = '1234567890123456789012345678901234567890' as CommitId;

test('parents come before children, across merges and several roots', async () => {
  const repository = branchy();
  const reader = await openReader(repository);
  const { ids, unreadable } = await reader.listCommits({ tips: [repository.id('HEAD')], known: [] });
  expect(unreadable).toEqual([]);
  expect(new Set(ids)).toEqual(new Set(repository.git('rev-list', 'HEAD').split('\n')));
  const order = new Map(ids.map((id, index) => [id, index]));
  for (const line of repository.git('rev-list', '--parents', 'HEAD').split('\n')) {
    const [child, ...parents] = line.split(' ') as CommitId[];
    for (const parent of parents) {
      expect(order.get(parent)).toBeLessThan(order.get(child as CommitId) as number);
    }
  }
});

test('known commits are left out, and unknown ids among them do no harm', async () => {
  const repository = branchy();
  const known = repository.id('HEAD');
  const added = [repository.commit('one', { new: '1' }), repository.commit('two', { new: '2' })];
  const reader = await openReader(repository);
  const listing = await reader.listCommits({ tips: [repository.id('HEAD')], known: [gone, known] });
  expect(listing).toEqual({ ids: added, unreadable: [] });
  expect(await reader.listCommits({ tips: [known], known: [repository.id('HEAD')] })).toEqual({
    ids: [],
    unreadable: [],
  });
  expect(await reader.listCommits({ tips: [], known: [known] })).toEqual({ ids: [], unreadable: [] });
});

test('after a force-push only the new side is listed, also when the old one was pruned', async () => {
  const repository = buildRepository();
  const base = repository.commit('base', { a: '1' });
  const old = repository.commit('old', { a: '2' });
  repository.git('reset', '-q', '--hard', base);
  const rewritten = repository.commit('rewritten', { a: '3' });
  const reader = await openReader(repository);
  expect(await reader.listCommits({ tips: [rewritten], known: [old] })).toMatchObject({ ids: [rewritten] });
  repository.git('reflog', 'expire', '--expire=all', '--all');
  repository.git('prune', '--expire=now');
  expect(() => repository.git('cat-file', '-e', old)).toThrow();
  // With the old tip gone nothing says what was known of it: all is listed again, and nothing is called unreadable.
  expect(await reader.listCommits({ tips: [rewritten], known: [old] })).toEqual({
    ids: [base, rewritten],
    unreadable: [],
  });
});

test('a tip that is not there is told, the others are listed', async () => {
  const repository = branchy();
  const reader = await openReader(repository);
  const { ids, unreadable } = await reader.listCommits({ tips: [gone, repository.id('HEAD')], known: [] });
  expect(ids).toHaveLength(Number(repository.git('rev-list', '--count', 'HEAD')));
  expect(unreadable).toMatchObject([{ id: gone, part: 'commit' }]);
});

test('commits that do not exist are read as unreadable, in their place', async () => {
  const repository = branchy();
  const reader = await openReader(repository);
  const head = repository.id('HEAD');
  const records: CommitRecord[] = [];
  for await (const record of reader.readCommits([head, gone, repository.id('HEAD~1')])) records.push(record);
  expect(records.map(({ id, unreadable }) => [id, unreadable !== undefined])).toEqual([
    [head, false],
    [gone, true],
    [repository.id('HEAD~1'), false],
  ]);
  for await (const record of reader.readCommits([gone])) {
    expect(record.unreadable).toEqual({ part: 'commit', reason: expect.stringContaining('missing') });
  }
});

/** Two roots, a side branch, a merge of each. */
function branchy(): TestRepository {
  const repository = buildRepository();
  repository.commit('root', { a: '1' });
  repository.git('checkout', '-q', '-b', 'side');
  repository.commit('side 1', { side: '1' });
  repository.commit('side 2', { side: '2' });
  repository.git('checkout', '-q', 'main');
  repository.commit('main 1', { a: '2' });
  repository.git('merge', '-q', '--no-edit', 'side');
  repository.git('checkout', '-q', '--orphan', 'other');
  repository.git('rm', '-rfq', '.');
  repository.commit('second root', { b: '1' });
  repository.git('checkout', '-q', 'main');
  repository.git('merge', '-q', '--no-edit', '--allow-unrelated-histories', 'other');
  return repository;
}
