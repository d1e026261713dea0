import { describe, expect, it } from 'vitest';
import { type FollowPath, unfollowed } from './follow-paths.ts';
import { truthOf } from './truth-of.ts';

const event = (atMs: number, functions: readonly string[]) => ({
  atMs,
  truth: {
    files: functions.map((place) => place.split('::')[0] ?? ''),
    ...{ functions, mustAbstain: false },
  },
});
const moved: FollowPath = (path) => path.replace(/^lib\//, 'src/');

describe('the common part of a past fix and a change', () => {
  const past = event(1, ['lib/a.py::Kettle.boil']);

  it('is a file and a function, under the name of then or of now', () => {
    for (const path of ['lib/a.py', 'src/a.py'])
      expect(truthOf([past], event(2, [`${path}::Kettle.boil`]), moved)).toMatchObject({
        ...{ sharesFile: true, sharesFunction: true },
      });
    expect(truthOf([past], event(2, ['src/a.py::Kettle.boil']), unfollowed)).toEqual({
      ...{ sharesFile: false, sharesFunction: false },
    });
  });

  it('takes neither a function within another nor a longer name for the same', () => {
    const shares = (name: string) =>
      truthOf([past], event(2, [`lib/a.py::${name}`]), unfollowed).sharesFunction;
    expect(['Kettle.boil', 'Kettle.boil.until', 'Kettle.boiled'].map(shares)).toEqual([true, false, false]);
  });

  it('is what any of the fixes shares that were told as one memory', () => {
    const others = [event(1, ['c.py::f']), past];
    expect(truthOf(others, event(3, ['lib/a.py::Kettle.boil']), unfollowed)).toMatchObject({
      ...{ sharesFunction: true },
    });
  });
});
