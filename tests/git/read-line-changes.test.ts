import { chmodSync, writeFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import type { CommitId } from '../../src/model/repository.ts';
import { buildRepository } from './build-repository.ts';
import { openReader } from './open-reader.ts';

const lines = (...all: readonly string[]) => `${all.join('\n')}\n`;

test('tells which lines commits replaced, added and removed, and where', async () => {
  const repository = buildRepository();
  const first = repository.commit('one', { a: lines('1', '2', '3', '4', '5'), b: lines('x') });
  const second = repository.commit('two', { a: lines('1', 'two', '3', '5', '6'), b: lines('y') });
  const reader = await openReader(repository);
  const changes = await reader.readLineChanges([second, first], ['a']);
  expect(changes.map(({ commit, path }) => [commit, path])).toEqual([
    [second, 'a'],
    [first, 'a'],
  ]);
  expect(changes[0]?.blobId).toBe(repository.git('rev-parse', `${second}:a`));
  expect(changes[0]?.changes).toEqual([
    { startLine: 2, removed: ['2'], added: ['two'] },
    { startLine: 3, removed: ['4'], added: [] },
    { startLine: 5, removed: [], added: ['6'] },
  ]);
  expect(changes[1]?.changes).toEqual([{ startLine: 1, removed: [], added: ['1', '2', '3', '4', '5'] }]);
});

test('content that looks like a patch or a commit stays content', async () => {
  const repository = buildRepository();
  const forged = (word: string) =>
    lines(
      `++ b/${word}`,
      '@@ -1 +1 @@',
      `commit ${'a'.repeat(40)}`,
      'diff --git a/x b/x',
      `index 1..${word}`,
    );
  repository.commit('one', { a: forged('one'), b: lines('1') });
  const id = repository.commit('two', { a: forged('two'), b: lines('2') });
  const found = await (await openReader(repository)).readLineChanges([id], ['a', 'b']);
  expect(found.map(({ commit, path }) => [commit, path])).toEqual([
    [id, 'a'],
    [id, 'b'],
  ]);
  expect(found[0]?.changes.map(({ added }) => added[0])).toEqual(['++ b/two', 'index 1..two']);
});

test('names with spaces, quotes and letters are the names; gone, binary and unasked files are left out', async () => {
  const repository = buildRepository();
  const strange = ['a name', 'größe', 'tab\there', '"quoted"'];
  const all = (text: string) => Object.fromEntries(strange.map((path) => [path, text]));
  repository.commit('one', { ...all('1'), gone: 'x', bin: Buffer.from([0, 1]), other: '1' });
  const id = repository.commit('two', { ...all('2'), gone: null, bin: Buffer.from([0, 2]), other: '2' });
  const reader = await openReader(repository);
  const found = await reader.readLineChanges([id], [...strange, 'gone', 'bin']);
  expect(found.map(({ path }) => path).toSorted()).toEqual(strange.toSorted());
  expect(found[0]?.changes).toEqual([{ startLine: 1, removed: ['1'], added: ['2'] }]);
  expect(await reader.readLineChanges([id], ['*'])).toEqual([]);
  expect(await reader.readLineChanges([], ['other'])).toEqual([]);
  expect(await reader.readLineChanges(['f'.repeat(40) as CommitId, id], ['other'])).toHaveLength(1);
});

test('changes before a broken object are given, and nothing throws', async () => {
  const repository = buildRepository();
  repository.commit('one', { a: '1\n', b: '1\n' });
  const good = repository.commit('two', { a: '2\n' });
  const bad = repository.commit('three', { b: '3\n' });
  const blob = repository.objectFile(repository.git('rev-parse', `${bad}:b`));
  chmodSync(blob, 0o644);
  writeFileSync(blob, 'broken');
  const found = await (await openReader(repository)).readLineChanges([good, bad], ['a', 'b']);
  expect(found.filter(({ commit }) => commit === bad)).toEqual([]);
  expect(found.every(({ commit, path }) => commit === good && path === 'a')).toBe(true);
});
