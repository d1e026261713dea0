import { describe, expect, it } from 'vitest';
import { type CommitSketch, deleted, idOf } from '../../../tests/fakes/commit-history.ts';
import { type FakeGitReader, fakeGitReader } from '../../../tests/fakes/fake-git-reader.ts';
import { fakeIndexStore } from '../../../tests/fakes/fake-index-store.ts';
import { fixedClock } from '../../../tests/fakes/fixed-clock.ts';
import { plainIndex } from '../../../tests/fakes/history-snapshot.ts';
import { recordingLogger } from '../../../tests/fakes/recording-logger.ts';
import { AfterwitError } from '../../model/errors.ts';
import { updateIndex } from './index-repository.ts';

const sketches: readonly CommitSketch[] = [
  { name: 'a', files: ['kept.ts', 'gone.ts'] },
  { name: 'b', files: [deleted('gone.ts')] },
];

function update(
  git: FakeGitReader,
  indexStore = fakeIndexStore(),
  more: { readonly rebuild?: boolean } = {},
) {
  const clock = fixedClock();
  return updateIndex({
    git,
    indexStore,
    clock,
    logger: recordingLogger(),
    target: idOf(git.head ?? ''),
    ...more,
  });
}

describe('updateIndex', () => {
  it('reports what it did', async () => {
    expect(await update(fakeGitReader(sketches))).toEqual({
      head: idOf('b'),
      commitsAdded: 2,
      commitCount: 2,
      fileCount: 1,
      unreadable: [],
      tookMs: 0,
      waited: false,
    });
  });

  it('lists the files once, and none where the clone has no trees', async () => {
    const git = fakeGitReader(sketches);
    const store = fakeIndexStore();
    await update(git, store);
    await update(git, store);
    expect(git.treeListings).toBe(1);
    const treeless = fakeGitReader(sketches);
    treeless.treeless = true;
    expect(await update(treeless)).toMatchObject({ fileCount: 0 });
  });

  it('starts over when asked to', async () => {
    const git = fakeGitReader(sketches);
    const store = fakeIndexStore();
    await update(git, store);
    expect(await update(git, store, { rebuild: true })).toMatchObject({ commitsAdded: 2 });
    expect(store.removals).toBe(1);
  });

  it('starts over when history appears behind what is indexed, and not before', async () => {
    const git = fakeGitReader(sketches);
    git.lost.add('a');
    const store = fakeIndexStore();
    expect(await update(git, store)).toMatchObject({ commitCount: 1 });
    expect(await update(git, store)).toMatchObject({ commitCount: 1, commitsAdded: 0 });
    expect(store.removals).toBe(0);
    git.lost.clear();
    expect(await update(git, store)).toMatchObject({ commitCount: 2, commitsAdded: 2, unreadable: [] });
    expect(store.removals).toBe(1);
  });

  it('starts over when changes can be read that could not be', async () => {
    const git = fakeGitReader(sketches);
    git.lostChanges.add('a');
    const store = fakeIndexStore();
    expect(await update(git, store)).toMatchObject({ unreadable: [{ id: idOf('a'), part: 'changes' }] });
    git.lostChanges.clear();
    expect(await update(git, store)).toMatchObject({ commitsAdded: 2, unreadable: [] });
  });

  it('puts a damaged index aside, says so, and builds another', async () => {
    const damaged = plainIndex();
    damaged.at = () => {
      throw new AfterwitError('INDEX_CORRUPT', 'The index is damaged.');
    };
    const indexes = [damaged, plainIndex()];
    const store = fakeIndexStore(() => indexes.shift() ?? plainIndex());
    expect(await update(fakeGitReader(sketches), store)).toMatchObject({
      commitsAdded: 2,
      replacedCorruptIndex: 'aside-1',
    });
  });
});
