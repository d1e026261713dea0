import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { buildRepository } from './build-repository.ts';
import { openReader } from './open-reader.ts';

test('HEAD, branches, tags, remote branches, ids and steps from them are resolved as git resolves them', async () => {
  const repository = buildRepository();
  repository.commit('one', { a: '1' });
  const second = repository.commit('two', { a: '2' });
  repository.git('checkout', '-q', '-b', 'topic/x');
  repository.commit('topic', { b: '1' });
  repository.git('checkout', '-q', 'main');
  repository.commit('three', { a: '3' });
  repository.git('merge', '-q', '--no-edit', 'topic/x');
  repository.git('tag', 'light', second);
  repository.git('tag', '-a', '-m', 'annotated', 'v1.0', second);
  repository.git('tag', '-a', '-m', 'a tag of a tag', 'v1.0-again', 'v1.0');
  repository.git('update-ref', 'refs/remotes/origin/main', second);
  repository.git('symbolic-ref', 'refs/remotes/origin/HEAD', 'refs/remotes/origin/main');
  repository.git('update-ref', 'refs/pull/7/head', second);
  const reader = await openReader(repository);
  const full = repository.id('HEAD');
  const revisions = [
    ...['HEAD', '@', 'HEAD~1', 'HEAD~', 'HEAD^', 'HEAD^2', 'HEAD^2~1', '@~2', 'HEAD^0', 'HEAD~0'],
    ...[
      'main',
      'topic/x',
      'heads/main',
      'refs/heads/main',
      'light',
      'v1.0',
      'v1.0-again',
      'tags/v1.0',
      'v1.0~1',
    ],
    ...['origin/main', 'origin', 'remotes/origin/main', 'refs/pull/7/head', 'pull/7/head'],
    ...[
      full,
      full.slice(0, 8),
      full.toUpperCase(),
      `${full.slice(0, 12)}^2`,
      repository.git('rev-parse', 'v1.0'),
    ],
  ];
  const named = revisions.map((revision) => `${revision.replace(/^[0-9A-F]{40}/, full)}^{commit}`);
  const expected = repository.git('rev-parse', ...named).split('\n');
  for (const [at, revision] of revisions.entries())
    expect([revision, await reader.resolveCommit(revision)]).toEqual([revision, expected[at]]);
});

test('a branch named like a prefix of other branches, or like an id, is that branch', async () => {
  const repository = buildRepository();
  const first = repository.commit('one', { a: '1' });
  const second = repository.commit('two', { a: '2' });
  repository.git('update-ref', `refs/heads/${second.slice(0, 6)}`, first);
  repository.git('update-ref', 'refs/heads/team/one', first);
  const reader = await openReader(repository);
  expect(await reader.resolveCommit(second.slice(0, 6))).toBe(first);
  await expect(reader.resolveCommit('team')).rejects.toMatchObject({ code: 'COMMIT_NOT_FOUND' });
});

test('HEAD is the one of now', async () => {
  const repository = buildRepository();
  const first = repository.commit('one', { a: '1' });
  const reader = await openReader(repository);
  const second = repository.commit('two', { a: '2' });
  expect(await reader.resolveCommit('HEAD')).toBe(second);
  expect(reader.location.head).toBe(first);
});

test('names that are none are not found, and never reach git as an option', async () => {
  const repository = buildRepository();
  repository.commit('one', { a: '1' });
  const reader = await openReader(repository);
  const tree = repository.git('rev-parse', 'HEAD^{tree}');
  const revisions = [
    ...[
      '',
      ' ',
      '-',
      '--all',
      '--output=pwn',
      '-h',
      '--help',
      'absent',
      'HEAD~99',
      'HEAD^3',
      '~1',
      '^main',
      '123',
    ],
    ...[
      'main..main',
      'main@{0}',
      ':/one',
      ':a',
      'HEAD:a',
      'main^{tree}',
      'main^{/one}',
      'a\0b',
      'a\nb',
      'a b',
      '*',
      'm?in',
    ],
    ...[
      '[m]ain',
      'main.lock',
      '/main',
      'main/',
      'a//b',
      '../main',
      '.main',
      'lone\ud800',
      tree,
      'x'.repeat(5_000),
    ],
    ...['0'.repeat(40), 'f'.repeat(64), 'deadbeef', `${repository.id('HEAD')}~5`],
  ];
  for (const revision of revisions) {
    await expect(reader.resolveCommit(revision), JSON.stringify(revision)).rejects.toMatchObject({
      code: 'COMMIT_NOT_FOUND',
      message: expect.stringContaining('Name a branch'),
    });
  }
  expect(existsSync(join(repository.path, 'pwn'))).toBe(false);
});

test('an abbreviation that fits several commits is ambiguous; other kinds of object do not count', async () => {
  const repository = buildRepository();
  const count = 2_000;
  const stream = Array.from({ length: count }, (_, index) => {
    const message = `${index}`;
    return `commit refs/heads/main\ncommitter A <a@b> ${1_600_000_000 + index} +0000\ndata ${message.length}\n${message}\nM 644 inline f\ndata ${message.length}\n${message}\n`;
  }).join('');
  repository.import(stream);
  const ids = repository.git('rev-list', 'main').split('\n');
  const byPrefix = Map.groupBy(ids, (id) => id.slice(0, 4));
  const [prefix, candidates] = [...byPrefix].find(([, group]) => group.length === 2) ?? [];
  const reader = await openReader(repository);
  await expect(reader.resolveCommit(prefix ?? '')).rejects.toMatchObject({
    code: 'AMBIGUOUS_COMMIT',
    data: { candidates: candidates?.toSorted() },
  });
  const blob = repository
    .git('rev-list', '--objects', '--no-object-names', 'main')
    .split('\n')
    .find((id) => !ids.includes(id) && byPrefix.get(id.slice(0, 4))?.length === 1);
  const unique = blob?.slice(0, 4) ?? '';
  expect(await reader.resolveCommit(unique)).toBe(byPrefix.get(unique)?.[0]);
});
