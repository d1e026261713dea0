import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { locateGitDirectory, readHead } from '../../src/adapters/git/git-directory.ts';
import { openWorkingFiles } from '../../src/adapters/git/working-tree.ts';
import type { CommitId } from '../../src/model/repository.ts';
import { buildRepository } from './build-repository.ts';
import { openReader } from './open-reader.ts';

test('HEAD is read as git reads it: loose, packed, detached, in a worktree', () => {
  const repository = buildRepository();
  const head = () => readHead(locateGitDirectory(repository.path));
  expect(head()).toBeUndefined();
  const first = repository.commit('one', { a: '1' });
  expect(head()).toBe(first);
  repository.git('checkout', '-q', '-b', 'topic/x');
  const second = repository.commit('two', { a: '2' });
  repository.git('pack-refs', '--all');
  expect(head()).toBe(second);
  repository.git('checkout', '-q', 'main');
  expect(head()).toBe(first);
  repository.git('checkout', '-q', '--detach', second);
  expect(head()).toBe(second);
  const worktree = `${repository.path}-beside`;
  repository.git('worktree', 'add', '-q', worktree, 'main');
  expect(readHead(locateGitDirectory(worktree))).toBe(first);
});

test('a HEAD that leads out of the repository, round in a circle or into nothing is none', () => {
  const repository = buildRepository();
  repository.commit('one', { a: '1' });
  const git = join(repository.path, '.git');
  const head = (content: string) => {
    writeFileSync(join(git, 'HEAD'), content);
    return readHead({ gitDirectory: git, commonDirectory: git });
  };
  writeFileSync(join(git, 'outside'), `${'a'.repeat(40)}\n`);
  mkdirSync(join(git, 'refs', 'heads', 'round'), { recursive: true });
  writeFileSync(join(git, 'refs', 'heads', 'round', 'a'), 'ref: refs/heads/round/a\n');
  for (const content of [
    'ref: refs/../outside\n',
    'ref: refs/heads/round/a\n',
    'ref: refs/heads/none\n',
    'x\n',
    '',
  ]) {
    expect([content, head(content)]).toEqual([content, undefined]);
  }
});

test('ancestors are told from commits of other branches, and from commits that are not there', async () => {
  const repository = buildRepository();
  const first = repository.commit('one', { a: '1' }) as CommitId;
  repository.git('checkout', '-q', '-b', 'topic');
  const topic = repository.commit('topic', { b: '1' }) as CommitId;
  repository.git('checkout', '-q', 'main');
  const main = repository.commit('two', { a: '2' }) as CommitId;
  const reader = await openReader(repository);
  expect(await reader.isAncestor(first, main)).toBe(true);
  expect(await reader.isAncestor(main, main)).toBe(true);
  expect(await reader.isAncestor(main, first)).toBe(false);
  expect(await reader.isAncestor(topic, main)).toBe(false);
  expect(await reader.isAncestor('f'.repeat(40) as CommitId, main)).toBeUndefined();
});

test('working files are read inside the working tree only, and get the ids that git gives them', () => {
  const repository = buildRepository();
  repository.commit('one', { 'src/a.txt': 'one\n', b: '' });
  const elsewhere = buildRepository();
  elsewhere.commit('secret', { 'secret.txt': 'secret' });
  const root = locateGitDirectory(repository.path).worktree ?? '';
  symlinkSync(elsewhere.path, join(root, 'linked'));
  symlinkSync('src/a.txt', join(root, 'link.txt'));
  const files = openWorkingFiles(root);
  const found = files.read('src/a.txt');
  expect(found && Buffer.from(found.bytes).toString()).toBe('one\n');
  expect(found && files.blobId(found.bytes, 'sha1')).toBe(repository.git('rev-parse', 'HEAD:src/a.txt'));
  for (const path of [
    'linked/secret.txt',
    'link.txt',
    'src',
    'none.txt',
    '../x',
    `${elsewhere.path}/secret.txt`,
  ]) {
    expect([path, files.read(path)]).toEqual([path, undefined]);
  }
  expect(files.relative('src/a.txt')).toBe('src/a.txt');
  expect(files.relative(join(root, 'src', 'a.txt'))).toBe('src/a.txt');
  expect(files.relative(join(root, '..', 'x'))).toBeUndefined();
  expect(files.relative(root)).toBeUndefined();
});
