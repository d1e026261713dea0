import { chmodSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openGitReader } from '../../src/adapters/git/open-git-reader.ts';
import type { CommitId } from '../../src/model/repository.ts';
import { buildRepository, copiesOf, type TestRepository, temporaryFolder } from './build-repository.ts';
import { changesOf, collect, openReader, readHistory } from './open-reader.ts';

/** Eight commits in a line; each changes `a`, the sixth renames `old` to `new` with an edit. */
const lines = copiesOf((repository) => {
  const long = Array.from({ length: 40 }, (_, index) => `line ${index}\n`).join('');
  return [0, 1, 2, 3, 4, 5, 6, 7].map((index) => {
    const renaming = index === 5 ? { old: null, new: `${long}more\n` } : {};
    return repository.commit(`commit ${index}`, {
      ...(index === 0 ? { old: long } : {}),
      a: `${index}`,
      ...renaming,
    });
  });
});

function line(): { readonly repository: TestRepository; readonly ids: readonly CommitId[] } {
  const { repository, known } = lines();
  return { repository, ids: known };
}

function remove(repository: TestRepository, object: string): void {
  rmSync(repository.objectFile(repository.git('rev-parse', object)));
}

function spoil(
  repository: TestRepository,
  object: string,
  change: (content: Buffer) => Buffer | string,
): void {
  const file = repository.objectFile(repository.git('rev-parse', object));
  chmodSync(file, 0o644);
  writeFileSync(file, change(readFileSync(file)));
}

test('with a tree missing, the commits on both sides of it say so and all others are whole', async () => {
  const { repository, ids } = line();
  remove(repository, `${ids[3]}^{tree}`);
  const records = await readHistory(await openReader(repository));
  expect(records.map(({ id }) => id)).toEqual(ids);
  expect(records.map(({ unreadable }) => unreadable !== undefined)).toEqual([
    false,
    false,
    false,
    true,
    true,
    false,
    false,
    false,
  ]);
  expect(records[3]).toMatchObject({ message: 'commit 3', parents: [ids[2]], changes: [] });
  expect(records[3]?.unreadable).toEqual({ part: 'changes', reason: expect.stringMatching(/tree/) });
  expect(changesOf(records[5])).toContain('renamed old -> new');
});

test('with a blob missing, a rename is told as far as it can be', async () => {
  const { repository, ids } = line();
  remove(repository, `${ids[5]}:new`);
  const reader = await openReader(repository);
  const records = await readHistory(reader);
  expect(records.every(({ unreadable }) => unreadable === undefined)).toBe(true);
  expect(changesOf(records[5])).toEqual(['modified a', 'added new', 'deleted old']);
  const patch = await reader.readPatch(ids[5] as CommitId, { fileBytes: 10_000, totalBytes: 100_000 });
  expect(patch.omittedFiles).toBe(0);
  const byPath = new Map(patch.files.map((file) => [file.change.path, file.text]));
  expect(byPath.get('a')).toContain('+5');
  expect(byPath.get('old')).toContain('-line 1');
  expect(byPath.get('new')).toMatch(/not in this clone/);
});

test('many missing blobs and trees do not cost a process each', async () => {
  const repository = buildRepository();
  const count = 400;
  const stream = Array.from({ length: count }, (_, index) => {
    const message = `commit ${index}`;
    return `commit refs/heads/main\ncommitter A <a@b> ${1_600_000_000 + index} +0000\ndata ${message.length}\n${message}\nM 644 inline f\ndata ${message.length}\n${message}\n`;
  }).join('');
  repository.git('config', 'fastimport.unpackLimit', '100000');
  repository.import(stream);
  for (const id of repository.git('log', '--format=%T', 'main').split('\n').slice(10, 390)) {
    rmSync(repository.objectFile(id));
  }
  const calls = join(temporaryFolder(), 'calls');
  const executable = join(temporaryFolder(), 'git');
  writeFileSync(executable, `#!/bin/sh\necho called >> '${calls}'\nexec git "$@"\n`, { mode: 0o755 });
  const reader = await openGitReader(repository.path, { shimDirectory: temporaryFolder(), executable });
  const records = await readHistory(reader);
  expect(records).toHaveLength(count);
  expect(records.filter(({ unreadable }) => unreadable === undefined).length).toBe(19);
  expect(
    records.every(({ message, parents }, index) => message === `commit ${index}` && parents.length <= 1),
  ).toBe(true);
  expect(readFileSync(calls, 'utf8').split('\n').length).toBeLessThan(50);
});

test('with a commit missing, what lies before it is out of reach and that is said', async () => {
  const { repository, ids } = line();
  remove(repository, ids[2] as string);
  const reader = await openReader(repository);
  const listing = await reader.listCommits({ tips: [ids[7] as CommitId], known: [] });
  expect(listing.ids).toEqual(ids.slice(3));
  expect(listing.unreadable).toEqual([
    { id: ids[2], part: 'commit', reason: expect.stringMatching(/missing/) },
  ]);
  const records = await collect(reader.readCommits(listing.ids));
  expect(records.map(({ message }) => message)).toEqual([
    'commit 3',
    'commit 4',
    'commit 5',
    'commit 6',
    'commit 7',
  ]);
  expect(records[0]).toMatchObject({
    parents: [ids[2]],
    changes: [],
    unreadable: { part: 'changes', reason: expect.any(String) },
  });
  expect(records.slice(1).every(({ unreadable }) => unreadable === undefined)).toBe(true);
});

test('the hole is told once: later listings from beyond it go on without trouble', async () => {
  const { repository, ids } = line();
  remove(repository, ids[2] as string);
  const reader = await openReader(repository);
  expect(await reader.listCommits({ tips: [ids[7] as CommitId], known: [ids[5] as CommitId] })).toEqual({
    ids: ids.slice(6),
    unreadable: [],
  });
});

test('the walk around a hole keeps parents before children and leaves out what is known', async () => {
  const repository = buildRepository();
  const root = repository.commit('root', { a: '1' });
  const known = repository.commit('known', { a: '2' });
  repository.git('checkout', '-q', '-b', 'side', root);
  const lost = repository.commit('lost', { s: '1' });
  repository.commit('after the hole', { s: '2' });
  repository.git('checkout', '-q', 'main');
  repository.commit('main', { a: '3' });
  repository.git('merge', '-q', '--no-edit', 'side');
  remove(repository, lost);
  const reader = await openReader(repository);
  const { ids, unreadable } = await reader.listCommits({ tips: [repository.id('main')], known: [known] });
  const messages = (await collect(reader.readCommits(ids))).map(({ message }) => message);
  expect(messages.toSorted()).toEqual(["Merge branch 'side'", 'after the hole', 'main']);
  expect(messages.at(-1)).toBe("Merge branch 'side'");
  expect(unreadable.map(({ id }) => id)).toEqual([lost]);
});

test.each([
  ['garbage', () => 'no object at all'],
  ['cut short', (content: Buffer) => content.subarray(0, 30)],
  ['empty', () => ''],
  ['cut in its middle', (content: Buffer) => content.subarray(0, content.length - 12)],
])('a commit object that is %s ends neither the listing nor the reading', async (_, change) => {
  const { repository, ids } = line();
  spoil(repository, ids[4] as string, change);
  const reader = await openReader(repository);
  const listing = await reader.listCommits({ tips: [ids[7] as CommitId], known: [] });
  expect(listing.ids).toEqual(ids.slice(5));
  expect(listing.unreadable).toMatchObject([{ id: ids[4], part: 'commit' }]);
  const records = await collect(reader.readCommits(ids));
  expect(records.map(({ id }) => id)).toEqual(ids);
  expect(records.map(({ unreadable }) => unreadable !== undefined)).toEqual([
    false,
    false,
    false,
    false,
    true,
    true,
    false,
    false,
  ]);
});

test('a commit-graph that still names a missing commit does not hide that it is missing', async () => {
  const { repository, ids } = line();
  repository.git('commit-graph', 'write', '--reachable');
  remove(repository, ids[2] as string);
  const reader = await openReader(repository);
  const { ids: listed, unreadable } = await reader.listCommits({ tips: [ids[7] as CommitId], known: [] });
  const records = await collect(reader.readCommits(listed));
  const faults = [
    ...unreadable.map(({ id }) => id),
    ...records.filter((record) => record.unreadable).map(({ id }) => id),
  ];
  expect(faults).toContain(ids[2]);
  expect(records.slice(-4).every((record) => record.unreadable === undefined)).toBe(true);
});

test('a broken tree is told by the listing of files and by the patch', async () => {
  const { repository, ids } = line();
  spoil(repository, `${ids[4]}^{tree}`, () => 'garbage');
  const reader = await openReader(repository);
  const broken = ids[4] as CommitId;
  await expect(reader.listTree(broken)).rejects.toMatchObject({ code: 'UNREADABLE_REPOSITORY' });
  await expect(reader.readPatch(broken, { fileBytes: 1, totalBytes: 1 })).rejects.toMatchObject({
    code: 'UNREADABLE_REPOSITORY',
    data: { commit: broken },
  });
});
