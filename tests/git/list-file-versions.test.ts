import { expect, it } from 'vitest';
import { buildRepository } from './build-repository.ts';
import { openReader } from './open-reader.ts';

it('tells what commits made of files, latest first, also when they are gone or have another name', async () => {
  const { path, commit, git, id } = buildRepository();
  commit('begin', { 'A.md': 'one\ntwo\nthree\n', 'other.md': 'x' });
  commit('elsewhere', { 'other.md': 'y' });
  commit('change', { 'A.md': 'one\ntwo\nthree\nfour\n' });
  git('mv', 'A.md', 'B.md');
  commit('rename');
  commit('delete', { 'B.md': null });
  const reader = await openReader(path);
  const versions = await reader.listFileVersions({ commit: id('HEAD'), paths: ['A.md', 'B.md'], limit: 10 });
  expect(versions.map((one) => [one.status, one.path, one.previousPath])).toEqual([
    ['deleted', 'B.md', undefined],
    ['renamed', 'B.md', 'A.md'],
    ['modified', 'A.md', undefined],
    ['added', 'A.md', undefined],
  ]);
  expect(versions[2]).toMatchObject({ id: id('HEAD~2'), blobId: git('rev-parse', 'HEAD~2:A.md') });
  expect(versions[2]?.committedAtMs).toBe(Number(git('show', '-s', '--format=%ct', 'HEAD~2')) * 1_000);
  expect(await reader.listFileVersions({ commit: id('HEAD'), paths: ['*.md'], limit: 10 })).toEqual([]);
});
