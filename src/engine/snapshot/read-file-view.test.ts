import { describe, expect, it } from 'vitest';
import {
  type CommitSketch,
  commitHistory,
  deleted,
  idOf,
  renamed,
} from '../../../tests/fakes/commit-history.ts';
import { fakeGitReader } from '../../../tests/fakes/fake-git-reader.ts';
import { pathIdOf, plainIndex } from '../../../tests/fakes/history-snapshot.ts';
import { indexBlob } from '../../codebase/index-blob.ts';
import { noStructure } from '../../model/code.ts';
import { readTree } from '../index/index-code.ts';
import { readFileView } from './history-reader.ts';
import { openCode } from './open-code.ts';

const sketches: readonly CommitSketch[] = [
  { name: 'a', files: ['old.ts', 'gone.ts'] },
  { name: 'b', files: [renamed('old.ts', 'new.ts'), deleted('gone.ts')] },
];

function opened() {
  const index = plainIndex();
  index.append(commitHistory(sketches));
  return { git: fakeGitReader(sketches), index, snapshot: index.at(idOf('b')) };
}

describe('readFileView', () => {
  it('knows what is there and what it was called', async () => {
    const { git, index, snapshot } = opened();
    const { renames, exists } = await readFileView(git, index, snapshot);
    const id = (path: string) => pathIdOf(snapshot, path);
    expect(['new.ts', 'old.ts', 'gone.ts'].map((path) => exists(id(path)))).toEqual([true, false, false]);
    expect(renames.current(id('old.ts'))).toBe(id('new.ts'));
  });

  it('takes every path for present where the trees are missing', async () => {
    const { git, index, snapshot } = opened();
    git.treeless = true;
    const { exists } = await readFileView(git, index, snapshot);
    expect(exists(pathIdOf(snapshot, 'gone.ts'))).toBe(true);
  });
});

describe('readTree', () => {
  it('asks git once and keeps the answer', async () => {
    const { git, index, snapshot } = opened();
    const entries = await readTree(git, index, snapshot);
    expect(entries?.map(({ path }) => path)).toEqual(['new.ts']);
    expect(await readTree(git, index, index.at(idOf('b')))).toEqual(entries);
    expect(git.treeListings).toBe(1);
  });

  it('writes nothing where it cannot', async () => {
    const { git, index, snapshot } = opened();
    const readOnly = Object.assign(Object.create(index) as typeof index, { writable: false });
    readOnly.storeTree = () => {
      throw new Error('written');
    };
    expect(await readTree(git, readOnly, snapshot)).toHaveLength(1);
  });

  it('gives on every fault but missing objects', async () => {
    const { git, index, snapshot } = opened();
    git.listTree = async () => {
      throw new Error('other');
    };
    await expect(readTree(git, index, snapshot)).rejects.toThrow('other');
  });
});

describe('openCode', () => {
  it('keeps how files were looked up, once all of them are read', async () => {
    const { git, index, snapshot } = opened();
    const parser = { parse: () => Promise.reject(new Error('parsed')), close: () => undefined };
    const settings = { largestFileBytes: 1_000, summaryFileLimit: 10 };
    const open = async () =>
      await openCode({ git, index, parser, settings, asItIs: true }, index.at(snapshot.commit));
    expect((await open()).snapshot.unread).toBe(1);
    const [entry] = (await readTree(git, index, snapshot)) ?? [];
    index.appendBlobs([indexBlob(entry?.blobId ?? '', 'x = 1', noStructure)]);
    const first = await open();
    index.storeTree(snapshot.commit, []);
    const { snapshot: code, view } = await open();
    expect([code.files, code.skipped]).toEqual([first.snapshot.files, first.snapshot.skipped]);
    expect(view.blobIdOf('new.ts')).toBe(entry?.blobId);
  });
});
