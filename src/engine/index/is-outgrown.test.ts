import { describe, expect, it } from 'vitest';
import { commitHistory, idOf } from '../../../tests/fakes/commit-history.ts';
import { fakeGitReader } from '../../../tests/fakes/fake-git-reader.ts';
import { plainIndex } from '../../../tests/fakes/history-snapshot.ts';
import { canReadMore, isOutgrown } from './index-repository.ts';

function indexOf(...sketches: Parameters<typeof commitHistory>[0]) {
  const index = plainIndex();
  index.append(commitHistory(sketches));
  return index;
}

const whole = [{ name: 'a' }, { name: 'b' }, { name: 'c' }];

describe('isOutgrown', () => {
  it('asks nothing where nothing is missing', async () => {
    const git = fakeGitReader(whole);
    expect(await isOutgrown(git, indexOf(...whole))).toBe(false);
    expect(git.listings).toBe(0);
  });

  it('is so once any commit that was missing can be read', async () => {
    const index = indexOf({ name: 'b', parents: ['gone', 'a'] }, { name: 'c' });
    const git = fakeGitReader(whole);
    git.lost.add('a');
    expect(await isOutgrown(git, index)).toBe(false);
    git.lost.clear();
    expect(await isOutgrown(git, index)).toBe(true);
  });

  it('is so once a shallow clone ends elsewhere', async () => {
    const index = indexOf({ name: 'b', parents: [], isCut: true }, { name: 'c' });
    const at = (...names: readonly string[]) =>
      fakeGitReader(whole, { shallow: true, shallowBoundary: names.map(idOf) });
    expect(await isOutgrown(at('b'), index)).toBe(false);
    expect(await isOutgrown(at('a'), index)).toBe(true);
    expect(await isOutgrown(fakeGitReader(whole), index)).toBe(true);
  });
});

describe('canReadMore', () => {
  it('tries again what could not be read before', async () => {
    const git = fakeGitReader(whole);
    const [a, ...others] = commitHistory(whole);
    if (a === undefined) throw new Error('a history of three has one');
    const index = plainIndex();
    index.append([
      { ...a, record: { ...a.record, unreadable: { part: 'changes', reason: 'missing tree' } } },
      ...others,
    ]);
    git.lostChanges.add('a');
    expect(await canReadMore(git, index)).toBe(false);
    git.lostChanges.clear();
    expect(await canReadMore(git, index)).toBe(true);
    expect(git.read).toEqual([idOf('a'), idOf('a')]);
    expect(await canReadMore(git, indexOf(...whole))).toBe(false);
  });
});
