import { expect, it } from 'vitest';
import { buildRepository } from '../../../tests/git/build-repository.ts';
import { followPaths } from './follow-paths.ts';

it('follows a file from one time to a later one, through each of its names', () => {
  const repository = buildRepository();
  const timeOf = (commit: string) => Number(repository.git('show', '-s', '--format=%ct', commit)) * 1_000;
  const rename = (before: string, after: string) => {
    repository.git('mv', before, after);
    return timeOf(repository.commit(`Move ${before}`));
  };
  const begun = timeOf(repository.commit('Begin', { 'a b.py': 'water = 1\nheat = 2\n', 'other.py': '' }));
  const first = rename('a b.py', 'kettle.py');
  const second = rename('kettle.py', 'boiler.py');
  const follow = followPaths(repository.path);
  expect(follow('a b.py', begun, second + 1)).toBe('boiler.py');
  expect(follow('a b.py', begun, second)).toBe('kettle.py');
  expect(follow('a b.py', begun, first)).toBe('a b.py');
  expect(follow('a b.py', second, second + 1)).toBe('a b.py');
  expect(follow('other.py', begun, second + 1)).toBe('other.py');
});
