import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { times } from '../../../tests/effort.ts';
import { type CommitSketch, idOf } from '../../../tests/fakes/commit-history.ts';
import { type FakeGitReader, fakeGitReader } from '../../../tests/fakes/fake-git-reader.ts';
import { fixedClock } from '../../../tests/fakes/fixed-clock.ts';
import { plainIndex } from '../../../tests/fakes/history-snapshot.ts';
import { randomHistory } from '../../../tests/fakes/random-history.ts';
import type { IndexProgress } from '../../model/answers/memory-status.ts';
import type { RepositoryIndex } from '../../ports/repository-index.ts';
import { indexRepository } from './index-repository.ts';

const clock = fixedClock();

function run(
  git: FakeGitReader,
  index: RepositoryIndex,
  options: Partial<Parameters<typeof indexRepository>[0]> = {},
) {
  return indexRepository({ git, index, clock, target: idOf(git.head ?? ''), ...options });
}

/** The content of an index, commit by commit. */
function contents(index: RepositoryIndex) {
  const { heads, commitCount, missingParents, unreadable } = index.state();
  const commits = heads.map((head) => {
    const snapshot = index.at(head);
    const ordinals = [...Array(snapshot.ordinalCount).keys()].filter((ordinal) => snapshot.includes(ordinal));
    return ordinals.map((ordinal) => [snapshot.stored(ordinal), snapshot.changesOf(ordinal)]);
  });
  return { heads, commitCount, missingParents, unreadable, commits };
}

/** More than one batch. */
const long: readonly CommitSketch[] = Array.from({ length: 9_000 }, (_, i) => ({ name: `c${i}` }));

describe('indexRepository', () => {
  it('reads what is not known, once', async () => {
    const git = fakeGitReader([{ name: 'a' }, { name: 'b' }]);
    const index = plainIndex();
    expect(await run(git, index)).toEqual({ commitsAdded: 2, waited: false });
    expect(await run(git, index)).toEqual({ commitsAdded: 0, waited: false });
    git.commit({ name: 'c', message: 'Fixes own/repo#7' });
    expect(await run(git, index, { ownSlug: 'own/repo' })).toEqual({ commitsAdded: 1, waited: false });
    expect(git.read).toEqual(['a', 'b', 'c'].map(idOf));
    expect(git.listed).toEqual(git.read);
    expect(index.at(idOf('c')).commitsOfIssue('#7')).toHaveLength(1);
    expect(index.state().heads[0]).toBe(idOf('c'));
  });

  it('reads only the new side of a history that was rewritten', async () => {
    const git = fakeGitReader([{ name: 'a' }, { name: 'b' }]);
    const index = plainIndex();
    await run(git, index);
    git.commit({ name: 'rewritten', parents: ['a'] });
    expect(await run(git, index)).toMatchObject({ commitsAdded: 1 });
    expect(index.at(idOf('rewritten')).commitCount).toBe(2);
    expect(index.at(idOf('b')).commitCount).toBe(2);
  });

  it('keeps whole batches when it is stopped, and goes on behind them to the same index', async () => {
    const git = fakeGitReader(long);
    const index = plainIndex();
    git.interruptAfter = 5_000;
    const stopped = run(git, index);
    await expect(stopped).rejects.toMatchObject({
      code: 'INTERRUPTED',
      data: { stored: 5_000, total: 9_000 },
    });
    expect(index.state()).toMatchObject({ commitCount: 5_000, heads: [] });
    git.interruptAfter = Number.POSITIVE_INFINITY;
    expect(await run(git, index)).toMatchObject({ commitsAdded: 4_000 });
    expect(git.read).toHaveLength(9_000);
    const whole = plainIndex();
    await run(fakeGitReader(long), whole);
    expect(contents(index)).toEqual(contents(whole));
  });

  it('keeps the batches before one that could not be stored, and gives the fault on', async () => {
    const index = plainIndex();
    const append = index.append.bind(index);
    let room = 1;
    index.append = (commits) => {
      if (room-- === 0) throw new Error('full');
      append(commits);
    };
    await expect(run(fakeGitReader(long), index)).rejects.toThrow('full');
    expect(index.state().commitCount).toBe(4_096);
    index.append = append;
    expect(await run(fakeGitReader(long), index)).toMatchObject({ commitsAdded: 9_000 - 4_096 });
  });

  it('comes to the same index however often it is stopped on the way', async () => {
    await fc.assert(
      fc.asyncProperty(randomHistory, fc.integer({ min: 1, max: 5 }), async (sketches, patience) => {
        const git = fakeGitReader(sketches);
        const index = plainIndex();
        git.interruptAfter = patience;
        const attempt = () =>
          run(git, index).then(
            () => 'done',
            (fault: { code: string }) => fault.code,
          );
        let outcome = await attempt();
        for (let more = sketches.length; outcome === 'INTERRUPTED' && more > 0; more--)
          outcome = await attempt();
        expect(outcome).toBe('done');
        const whole = plainIndex();
        await run(fakeGitReader(sketches), whole);
        expect(contents(index)).toEqual(contents(whole));
        expect(git.read).toHaveLength(whole.state().commitCount);
      }),
      { numRuns: times(50) },
    );
  });

  it('lets two indexers of one process share the work: one does it, the other waits', async () => {
    const git = fakeGitReader(long.slice(0, 50));
    const index = plainIndex();
    const both = await Promise.all([run(git, index), run(git, index)]);
    expect(both.map(({ commitsAdded }) => commitsAdded).sort()).toEqual([0, 50]);
    expect(both.filter(({ waited }) => waited)).toHaveLength(1);
    expect(git.read).toHaveLength(50);
  });

  it('takes over from an indexer that gave up', async () => {
    const git = fakeGitReader([{ name: 'a' }]);
    const index = plainIndex();
    const lease = index.acquireLease();
    setTimeout(() => lease?.release(), 20);
    expect(await run(git, index)).toEqual({ commitsAdded: 1, waited: true });
  });

  it('gives its lease back when it fails', async () => {
    const git = fakeGitReader([{ name: 'a' }]);
    git.interruptAfter = 0;
    const index = plainIndex();
    await expect(run(git, index)).rejects.toMatchObject({ code: 'INTERRUPTED' });
    expect(index.acquireLease()).toBeDefined();
  });

  it('does not wait for ever, nor longer than it is wanted', async () => {
    const git = fakeGitReader([{ name: 'a' }]);
    const index = plainIndex();
    index.acquireLease();
    const impatient = fixedClock();
    const late = run(git, index, { clock: impatient });
    impatient.advance(600_001);
    await expect(late).rejects.toMatchObject({ code: 'INDEX_BUSY' });
    await expect(run(git, index, { signal: AbortSignal.abort() })).rejects.toMatchObject({
      code: 'INTERRUPTED',
    });
  });

  it('records what cannot be read, and goes as far as it can', async () => {
    const git = fakeGitReader([{ name: 'a' }, { name: 'b' }, { name: 'c' }]);
    git.lost.add('a');
    const index = plainIndex();
    expect(await run(git, index)).toMatchObject({ commitsAdded: 2 });
    expect(index.state()).toMatchObject({
      missingParents: [idOf('a')],
      unreadable: [{ id: idOf('a'), part: 'commit', reason: 'missing object' }],
    });
  });

  it('refuses a commit that is gone itself', async () => {
    const git = fakeGitReader([{ name: 'a' }]);
    git.lost.add('a');
    const index = plainIndex();
    await expect(run(git, index)).rejects.toMatchObject({ code: 'UNREADABLE_REPOSITORY' });
    expect(index.state().heads).toEqual([]);
  });

  it('tells how far it is, from listing to the end', async () => {
    const progress: IndexProgress[] = [];
    await run(fakeGitReader(long.slice(0, 1_000)), plainIndex(), {
      onProgress: (step) => progress.push(step),
    });
    expect(progress[0]).toEqual({ phase: 'listing', done: 0, total: 0 });
    expect(progress.at(-1)).toEqual({ phase: 'finishing', done: 1_000, total: 1_000 });
    const mined = progress.filter(({ phase }) => phase === 'mining').map(({ done }) => done);
    expect(mined.length).toBeGreaterThan(1);
    expect(mined).toEqual(mined.toSorted((a, b) => a - b));
  });
});
