import { readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { CommitId } from '../../src/model/repository.ts';
import { cloneRepository, copiesOf, type TestRepository } from './build-repository.ts';
import { changesOf, collect, headOf, openReader, readHistory } from './open-reader.ts';

const limits = { fileBytes: 10_000, totalBytes: 100_000 };

/** Twenty commits; the tenth renames a file as it is, the twelfth another one with an edit. */
const sources = copiesOf((repository) => {
  const text = Array.from({ length: 30 }, (_, index) => `line ${index}\n`).join('');
  return Array.from({ length: 20 }, (_, index) => {
    if (index === 0)
      return repository.commit('commit 0', { 'dir/exact': 'same\n', 'dir/edited': text, a: '0\n' });
    if (index === 10) return repository.commit('commit 10', { 'dir/exact': null, moved: 'same\n' });
    if (index === 12) return repository.commit('commit 12', { 'dir/edited': null, edited: `${text}more\n` });
    return repository.commit(`commit ${index}`, { a: `${index}\n` });
  });
});

function source(): { readonly repository: TestRepository; readonly ids: readonly CommitId[] } {
  const { repository, known } = sources();
  return { repository, ids: known };
}

test('the history of a shallow clone ends at its boundary, without an error', async () => {
  const { repository, ids } = source();
  const reader = await openReader(cloneRepository(repository, '--depth=5'));
  expect(reader.location).toMatchObject({ shallow: true, partial: false, head: ids[19] });
  expect(await reader.listCommits({ tips: headOf(reader), known: [] })).toEqual({
    ids: ids.slice(15),
    unreadable: [],
  });
  const records = await readHistory(reader);
  expect(records.every(({ unreadable }) => unreadable === undefined)).toBe(true);
  expect(records[0]).toMatchObject({ parents: [], message: 'commit 15' });
  expect(changesOf(records[1])).toEqual(['modified a']);
  const kinds = (await reader.gatherEvidence()).map(({ kind }) => kind);
  expect(kinds).toContain('remote');
  expect(kinds).not.toContain('root');
  await expect(reader.resolveCommit('HEAD~5')).rejects.toMatchObject({ code: 'COMMIT_NOT_FOUND' });
  expect(await reader.resolveCommit('HEAD~4')).toBe(ids[15]);
});

test('a shallow clone that is deepened has its whole history after a refresh', async () => {
  const { repository, ids } = source();
  const clone = cloneRepository(repository, '--depth=2');
  const reader = await openReader(clone);
  clone.git('fetch', '-q', '--unshallow');
  expect(await reader.refresh()).toMatchObject({ shallow: false });
  expect((await reader.listCommits({ tips: headOf(reader), known: [] })).ids).toEqual(ids);
});

test('a shallow clone with a commit missing above its boundary is walked to the boundary', async () => {
  const { repository, ids } = source();
  const clone = cloneRepository(repository, '--depth=8');
  unpack(clone);
  rmSync(clone.objectFile(ids[16] as string));
  const reader = await openReader(clone);
  const listing = await reader.listCommits({ tips: headOf(reader), known: [ids[13] as CommitId] });
  expect(listing.ids).toEqual(ids.slice(17));
  expect(listing.unreadable.map(({ id }) => id)).toEqual([ids[16]]);
});

test('a clone without blobs tells changes and exact renames; patches say what is not there', async () => {
  const { repository, ids } = source();
  const clone = cloneRepository(repository, '--filter=blob:none', '--no-checkout');
  const reader = await openReader(clone);
  expect(reader.location).toMatchObject({ partial: true, shallow: false });
  const records = await readHistory(reader);
  expect(records.every(({ unreadable }) => unreadable === undefined)).toBe(true);
  expect(changesOf(records[10])).toEqual(['renamed dir/exact -> moved']);
  expect(changesOf(records[12])).toEqual(['deleted dir/edited', 'added edited']);
  const patch = await reader.readPatch(ids[12] as CommitId, limits);
  expect(patch.files).toMatchObject([
    { change: { status: 'deleted', path: 'dir/edited' }, text: expect.stringMatching(/not in this clone/) },
    { change: { status: 'added', path: 'edited' }, text: expect.stringMatching(/not in this clone/) },
  ]);
  const rename = await reader.readPatch(ids[10] as CommitId, limits);
  expect(rename.files.map(({ change }) => change)).toEqual([
    { status: 'renamed', path: 'moved', previousPath: 'dir/exact' },
  ]);
  expect(await reader.listTree(ids[19] as CommitId)).toHaveLength(3);
  expect(blobCount(clone)).toBe(0);
});

test('a clone without trees still tells every message, and which changes it lacks', async () => {
  const { repository, ids } = source();
  const clone = cloneRepository(repository, '--filter=tree:0', '--no-checkout');
  const reader = await openReader(clone);
  expect(reader.location.partial).toBe(true);
  const records = await readHistory(reader);
  expect(records.map(({ message }) => message)).toEqual(ids.map((_, index) => `commit ${index}`));
  expect(records.every(({ unreadable, changes }) => unreadable !== undefined && changes.length === 0)).toBe(
    true,
  );
  expect(records[1]?.parents).toEqual([ids[0]]);
  await expect(reader.readPatch(ids[3] as CommitId, limits)).rejects.toMatchObject({
    code: 'UNREADABLE_REPOSITORY',
  });
  await expect(reader.listTree(ids[3] as CommitId)).rejects.toMatchObject({ code: 'UNREADABLE_REPOSITORY' });
});

test('commits with and without trees keep their order', async () => {
  const { repository, ids } = source();
  const clone = cloneRepository(repository, '--filter=tree:0', '--no-checkout');
  for (const id of [7, 8, 9, 15, 16]) clone.git('rev-list', '--objects', `${ids[id]}^{tree}`);
  const reader = await openReader(clone);
  const records = await collect(reader.readCommits(ids.toReversed()));
  expect(records.map(({ id }) => id)).toEqual(ids.toReversed());
  const whole = records.filter(({ unreadable }) => unreadable === undefined).map(({ message }) => message);
  expect(whole).toEqual(['commit 16', 'commit 9', 'commit 8']);
});

/** Turns the clone's pack into loose objects, which can be lost one by one. */
function unpack(clone: TestRepository): void {
  const folder = join(clone.path, '.git/objects/pack');
  const packs = readdirSync(folder).filter((name) => name.endsWith('.pack'));
  const contents = packs.map((name) => readFileSync(join(folder, name)));
  rmSync(folder, { recursive: true });
  for (const content of contents) clone.gitWith(content, 'unpack-objects', '-q');
}

function blobCount(clone: TestRepository): number {
  const objects = clone.git('cat-file', '--batch-all-objects', '--batch-check=%(objecttype)').split('\n');
  return objects.filter((type) => type === 'blob').length;
}
