import { rmSync } from 'node:fs';
import { expect, it } from 'vitest';
import { find, newHome, open } from '../doors/open-library.ts';
import { buildRepository } from '../git/build-repository.ts';

it('branches that are switched to and fro are each seen alone, and indexed once', async () => {
  const repository = buildRepository();
  repository.commit('Whistle at the root');
  repository.git('branch', 'side');
  repository.commit('Whistle on main');
  const memory = await open(repository.path, newHome());
  expect(await memory.index()).toMatchObject({ commitsAdded: 2 });
  repository.git('checkout', '-q', 'side');
  expect(await memory.index()).toMatchObject({ commitsAdded: 0, commitCount: 1 });
  repository.commit('Whistle on the side');
  expect(await memory.index()).toMatchObject({ commitsAdded: 1, commitCount: 2 });
  for (const [branch, own] of [
    ['main', 'Whistle on main'],
    ['side', 'Whistle on the side'],
    ['main', 'Whistle on main'],
  ] as const) {
    repository.git('checkout', '-q', branch);
    expect(await memory.index()).toMatchObject({ commitsAdded: 0, commitCount: 2 });
    expect(await find(memory, 'whistle')).toEqual(['Whistle at the root', own].sort());
  }
  expect((await memory.status()).index).toMatchObject({ commitCount: 3, state: 'current' });
});

it('after a rebase and a force-push the old commits are out of sight, and what is new is added', async () => {
  const repository = buildRepository();
  const base = repository.commit('Whistle at the root');
  repository.commit('Whistle, first attempt', { 'old.ts': '1' });
  const old = repository.commit('Whistle, second attempt', { 'old.ts': '2' });
  const memory = await open(repository.path, newHome());
  await memory.index();
  repository.git('reset', '-q', '--hard', base);
  const rewritten = repository.commit('Whistle, rewritten', { 'new.ts': '1' });
  // Nothing of the old side is left, as after a force-push and a collection of garbage.
  repository.git('reflog', 'expire', '--expire=now', '--all');
  repository.git('gc', '-q', '--prune=now');
  expect(await memory.index()).toMatchObject({ commitsAdded: 1, commitCount: 2, unreadable: [] });
  expect(await find(memory, 'whistle')).toEqual(['Whistle at the root', 'Whistle, rewritten']);
  expect((await memory.hotspots()).hotspots.map(({ path }) => path)).toEqual(['new.ts']);
  await expect(memory.coupledFiles('old.ts')).rejects.toMatchObject({ code: 'FILE_NOT_FOUND' });
  await expect(memory.examineCommit(old)).rejects.toMatchObject({ code: 'COMMIT_NOT_FOUND' });
  expect(await memory.examineCommit(rewritten)).toMatchObject({ subject: 'Whistle, rewritten' });
});

it('a repository that is removed and another made at its path is another one', async () => {
  const { path, commit } = buildRepository();
  commit('Whistle of the first');
  const home = newHome();
  const first = await open(path, home);
  await first.index();
  await first.close();
  rmSync(path, { recursive: true });
  buildRepository({ path }).commit('Kettle of the second');
  const second = await open(path, home);
  expect(await find(second, 'kettle')).toEqual(['Kettle of the second']);
  expect(await find(second, 'whistle')).toEqual([]);
  expect(await second.repositories.all()).toHaveLength(2);
});
