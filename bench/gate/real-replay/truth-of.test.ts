import { describe, expect, it } from 'vitest';
import { type FollowPath, unfollowed } from './follow-paths.ts';
import { truthOf } from './truth-of.ts';

const event = (atMs: number, functions: readonly string[], strong: readonly string[] = []) => ({
  ...{ id: `e${atMs}`, atMs },
  truth: {
    files: functions.map((place) => place.split('::')[0] ?? ''),
    ...{ functions, strong, mustAbstain: false },
  },
});
const moved: FollowPath = (path) => path.replace(/^lib\//, 'src/');

describe('the common part of a past fix and a change', () => {
  const past = event(1, ['lib/a.py::Kettle.boil']);

  it('is a file and a function, under the name of then or of now', () => {
    for (const path of ['lib/a.py', 'src/a.py'])
      expect(truthOf([past], event(2, [`${path}::Kettle.boil`]), moved)).toMatchObject({
        ...{ sharesFile: true, sharesFunction: true, isMoved: path === 'src/a.py' },
      });
    expect(truthOf([past], event(2, ['src/a.py::Kettle.boil']), unfollowed)).toEqual({
      ...{ sharesFile: false, sharesFunction: false, sharesWithin: false, isStrong: false, isMoved: false },
    });
  });

  it('counts a function within another apart from the same one, and a longer name not at all', () => {
    const shares = (name: string) => {
      const { sharesFunction, sharesWithin } = truthOf([past], event(2, [`lib/a.py::${name}`]), unfollowed);
      return [sharesFunction, sharesWithin];
    };
    expect(shares('Kettle.boil')).toEqual([true, true]);
    expect(shares('Kettle.boil.until')).toEqual([false, true]);
    expect(shares('Kettle.boiled')).toEqual([false, false]);
  });

  it('is what any of the fixes shares that were told as one memory', () => {
    const others = [event(1, ['c.py::f']), past];
    expect(truthOf(others, event(3, ['lib/a.py::Kettle.boil'], ['e1']), unfollowed)).toMatchObject({
      ...{ sharesFunction: true, isStrong: true, isMoved: false },
    });
  });
});
