import { expect, it } from 'vitest';
import { orderFiles } from './search-commits.ts';

it('puts source before tests before prose, keeping the order within each', () => {
  const paths = [
    'README.md',
    'tests/test_a.py',
    'src/b.ts',
    'src/b.test.ts',
    'docs/guide.html',
    'src/a.ts',
    'pkg/a_test.go',
    'changelog/12.bugfix',
    'src/contest.ts',
    'spec/models/a_spec.rb',
  ];
  const ordered = orderFiles(paths.map((path) => ({ status: 'modified', path })));
  expect(ordered.map(({ path }) => path)).toEqual([
    'src/b.ts',
    'src/a.ts',
    'src/contest.ts',
    'tests/test_a.py',
    'src/b.test.ts',
    'pkg/a_test.go',
    'spec/models/a_spec.rb',
    'README.md',
    'docs/guide.html',
    'changelog/12.bugfix',
  ]);
});
