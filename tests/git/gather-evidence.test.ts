import { execFileSync } from 'node:child_process';
import { cpSync, lstatSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { RepositoryEvidence } from '../../src/model/repository.ts';
import {
  buildRepository,
  cloneRepository,
  type TestRepository,
  temporaryFolder,
} from './build-repository.ts';
import { openReader } from './open-reader.ts';

/** Evidence of a clone, but for what its file system may or may not tell. */
async function gather(repository: TestRepository): Promise<readonly RepositoryEvidence[]> {
  const evidence = await (await openReader(repository)).gatherEvidence();
  return evidence.filter(({ kind }) => kind !== 'directory');
}

async function directoryOf(path: string): Promise<string | undefined> {
  const evidence = await (await openReader(path)).gatherEvidence();
  return evidence.find(({ kind }) => kind === 'directory')?.value;
}

test('path, remotes without credentials, and every root', async () => {
  const repository = buildRepository();
  const first = repository.commit('root', { a: '1' });
  repository.git('checkout', '-q', '--orphan', 'other');
  const second = repository.commit('other root', { b: '1' });
  repository.git('merge', '-q', '--no-edit', '--allow-unrelated-histories', 'main');
  repository.git('remote', 'add', 'origin', 'https://ada:s3cret-token@GitHub.com/Owner/Repo.git');
  repository.git('remote', 'add', 'ssh', 'git@github.com:owner/repo');
  repository.git('remote', 'add', 'evil', 'ext::sh -c "touch pwn"');
  repository.git('remote', 'add', 'far', 'ssh://git@example.org:2222/x/y/');
  const evidence = await gather(repository);
  expect(evidence).toEqual([
    { kind: 'path', value: join(repository.path, '.git') },
    { kind: 'remote', value: 'example.org:2222/x/y' },
    { kind: 'remote', value: 'github.com/owner/repo' },
    ...[first, second].toSorted().map((value) => ({ kind: 'root', value })),
  ]);
  expect(JSON.stringify(evidence)).not.toContain('s3cret');
});

test('a clone and its source are tied by the real path; a path that is gone tells nothing', async () => {
  const source = buildRepository();
  const root = source.commit('root', { a: '1' });
  const clone = cloneRepository(source);
  clone.git('remote', 'add', 'relative', `../../${source.path.split('/').slice(-2).join('/')}`);
  clone.git('remote', 'add', 'gone', '/no/such/folder');
  expect(await gather(clone)).toEqual([
    { kind: 'path', value: join(clone.path, '.git') },
    { kind: 'remote', value: `file:${source.path}` },
    { kind: 'root', value: root },
  ]);
});

test('includes of the config are not followed', async () => {
  const repository = buildRepository();
  const included = join(repository.path, 'included');
  writeFileSync(included, '[remote "x"]\n\turl = https://example.org/included\n');
  repository.git('config', 'include.path', included);
  expect((await gather(repository)).map(({ kind }) => kind)).toEqual(['path']);
});

test.runIf(process.platform !== 'win32')('a config that became a pipe is refused', async () => {
  const repository = buildRepository();
  const reader = await openReader(repository);
  rmSync(join(repository.path, '.git/config'));
  execFileSync('mkfifo', [join(repository.path, '.git/config')]);
  await expect(reader.gatherEvidence()).rejects.toMatchObject({ code: 'UNREADABLE_REPOSITORY' });
});

test('with its first commit missing a history is known by remotes alone', async () => {
  const repository = buildRepository();
  const root = repository.commit('root', { a: '1' });
  repository.commit('two', { a: '2' });
  rmSync(repository.objectFile(root));
  expect((await gather(repository)).map(({ kind }) => kind)).toEqual(['path']);
});

test('a git directory that is moved keeps its number, and neither a copy nor one made in its place has it', async ({
  skip,
}) => {
  const { path } = buildRepository();
  if (lstatSync(join(path, '.git')).birthtimeMs <= 0) skip('this file system notes no time of birth');
  const before = await directoryOf(path);
  expect(before).toMatch(/^\d+:\d+:\d+$/);
  const copy = join(temporaryFolder(), 'copy');
  cpSync(path, copy, { recursive: true, preserveTimestamps: true });
  expect(await directoryOf(copy)).not.toBe(before);
  const moved = join(temporaryFolder(), 'moved');
  renameSync(path, moved);
  expect(await directoryOf(moved)).toBe(before);
  rmSync(moved, { recursive: true });
  cpSync(copy, path, { recursive: true, preserveTimestamps: true });
  expect(await directoryOf(path)).not.toBe(before);
});
