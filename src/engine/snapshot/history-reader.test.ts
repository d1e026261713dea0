import { describe, expect, it } from 'vitest';
import { idOf } from '../../../tests/fakes/commit-history.ts';
import { fakeGitReader } from '../../../tests/fakes/fake-git-reader.ts';
import { fakeIndexStore } from '../../../tests/fakes/fake-index-store.ts';
import { fixedClock } from '../../../tests/fakes/fixed-clock.ts';
import { recordingLogger } from '../../../tests/fakes/recording-logger.ts';
import { AfterwitError } from '../../model/errors.ts';
import type { CommitId } from '../../model/repository.ts';
import { updateIndex } from '../index/index-repository.ts';
import { type HistoryReaderRequest, historyReader } from './history-reader.ts';

function reader(
  git = fakeGitReader([{ name: 'a', files: ['a.ts'] }, { name: 'b' }]),
  readCodeAhead?: HistoryReaderRequest['readCodeAhead'],
) {
  const clock = fixedClock();
  const indexStore = fakeIndexStore();
  const logger = recordingLogger();
  const update = (target: CommitId) => updateIndex({ git, indexStore, clock, logger, target });
  return {
    git,
    clock,
    indexStore,
    histories: historyReader({
      git,
      clock,
      logger,
      indexStore: () => indexStore,
      update,
      ...(readCodeAhead !== undefined && { readCodeAhead }),
      readCode: noCode,
      readCodeSoFar: noCode,
      readWorkingCode: noCode,
    }),
  };
}

function noCode(): Promise<never> {
  return Promise.reject(new Error('no code here'));
}

describe('historyReader', () => {
  it('indexes what is missing first, and nothing twice', async () => {
    const { git, histories } = reader();
    const { snapshot } = await histories.open();
    expect(snapshot.commit).toBe(idOf('b'));
    await histories.open('a');
    expect(git.read).toHaveLength(2);
    expect(git.listings).toBe(1);
  });

  it('reads the code beside a first history where code is needed, and once', async () => {
    const git = fakeGitReader([{ name: 'a' }]);
    const told: string[] = [];
    const { histories } = reader(git, async (index, target, history) => {
      told.push(`${target === idOf('a')} of ${index.state().heads.length} heads`);
      await history;
      told.push(`then ${index.state().heads.length}`);
      throw new Error('met again when the code is opened');
    });
    await histories.read(undefined, async ({ snapshot }) => expect(snapshot.commit).toBe(idOf('a')), true);
    expect(told).toEqual(['true of 0 heads', 'then 1']);
    git.commit({ name: 'b' });
    await histories.read('b', async () => undefined, true);
    expect(told).toHaveLength(2);
  });

  it('reads no code where none is needed; tells it when the history cannot be read', async () => {
    const outcomes: string[] = [];
    const ahead: HistoryReaderRequest['readCodeAhead'] = (_index, _target, history) =>
      history.then(
        () => void outcomes.push('read'),
        (fault) => void outcomes.push(fault.code),
      );
    await reader(undefined, ahead).histories.read(undefined, async () => undefined);
    expect(outcomes).toEqual([]);
    const git = fakeGitReader([{ name: 'a' }]);
    git.listCommits = () => Promise.reject(new AfterwitError('INTERRUPTED', 'Stopped.'));
    const { histories } = reader(git, ahead);
    await expect(histories.read('a', async () => undefined, true)).rejects.toThrow('Stopped.');
    expect(outcomes).toEqual(['INTERRUPTED']);
  });

  it('keeps a history while HEAD stays, and looks again after a second', async () => {
    const { git, clock, histories } = reader();
    const first = await histories.open();
    expect(await histories.open()).toBe(first);
    git.commit({ name: 'c' });
    expect(await histories.open()).toBe(first);
    clock.advance(1_001);
    expect((await histories.open()).snapshot.commit).toBe(idOf('c'));
    expect(git.refreshes).toBe(1);
  });

  it('also looks again when the clock was set back', async () => {
    const { git, clock, histories } = reader();
    await histories.open();
    git.commit({ name: 'c' });
    clock.advance(-3_600_000);
    expect((await histories.open()).snapshot.commit).toBe(idOf('c'));
  });

  it('keeps no more than a few, the one in use among them', async () => {
    const names = ['a', 'b', 'c', 'd', 'e', 'f'];
    const { histories } = reader(fakeGitReader(names.map((name) => ({ name }))));
    await histories.open('f');
    const [first] = await Promise.all(names.slice(0, 3).map((name) => histories.open(name)));
    for (const _ of names) expect(await histories.open('a')).toBe(first);
    for (const name of names) await histories.open(name);
    expect(await histories.open('a')).not.toBe(first);
  });

  it('answers from the index as it stands, for a caller that cannot wait', async () => {
    const { git, histories, indexStore } = reader();
    const commitOf = (tip: string, ...held: readonly string[]) =>
      histories.readIndexed(
        idOf(tip),
        async (commit) => held.some((name) => idOf(name) === commit),
        async ({ snapshot }) => snapshot.commit,
      );
    expect(await commitOf('b', 'a')).toBeUndefined();
    expect(indexStore.existing()).toBeUndefined();
    await histories.open('b');
    git.commit({ name: 'c' });
    git.commit({ name: 'd' });
    const [listings, read] = [git.listings, git.read.length];
    expect(await commitOf('a')).toBe(idOf('a'));
    expect(await commitOf('b')).toBe(idOf('b'));
    expect(await commitOf('d', 'a', 'b', 'c')).toBe(idOf('b'));
    expect(await commitOf('d')).toBeUndefined();
    expect([git.listings, git.read.length]).toEqual([listings, read]);
  });

  it('forgets what it kept', async () => {
    const { histories } = reader();
    const first = await histories.open();
    histories.forget();
    expect(await histories.open()).not.toBe(first);
  });

  it('reads the files once, when asked', async () => {
    const { git, histories } = reader();
    const history = await histories.open();
    const before = git.treeListings;
    expect(await history.files()).toBe(await history.files());
    expect(git.treeListings - before).toBeLessThanOrEqual(1);
  });

  it('says what to do in a repository without commits, or for a name that is none', async () => {
    await expect(reader(fakeGitReader([])).histories.open()).rejects.toMatchObject({
      code: 'EMPTY_REPOSITORY',
    });
    await expect(reader().histories.open('nonsense')).rejects.toMatchObject({ code: 'COMMIT_NOT_FOUND' });
  });
});
