import fc from 'fast-check';
import type { FileChange } from '../../src/model/repository.ts';
import { type CommitSketch, deleted, idOf, renamed } from './commit-history.ts';

export const words = ['watcher', 'race', 'parser', 'token', 'cache', 'timeout'] as const;
export const files = [
  'src/a.ts',
  'src/b.ts',
  'src/c.py',
  'src/d.py',
  'tests/a.test.ts',
  'CHANGELOG.md',
] as const;

const file = fc.constantFrom(...files);
const change: fc.Arbitrary<string | FileChange> = fc.oneof(
  { weight: 6, arbitrary: file },
  { weight: 1, arbitrary: file.map(deleted) },
  {
    weight: 1,
    arbitrary: fc
      .tuple(file, file)
      .map(([before, after]) => (before === after ? after : renamed(before, after))),
  },
);
const plan = fc.record({
  /** Distances back to parents. */
  parents: fc.oneof(
    { weight: 6, arbitrary: fc.constant<number[]>([1]) },
    { weight: 2, arbitrary: fc.array(fc.integer({ min: 1, max: 6 }), { maxLength: 3 }) },
  ),
  words: fc.array(fc.constantFrom(...words), { minLength: 1, maxLength: 6 }),
  issue: fc.option(fc.integer({ min: 1, max: 4 }), { nil: undefined, freq: 4 }),
  undoes: fc.option(fc.integer({ min: 1, max: 5 }), { nil: undefined, freq: 5 }),
  changes: fc.uniqueArray(change, {
    maxLength: 6,
    selector: (entry) => (typeof entry === 'string' ? entry : entry.path),
  }),
  day: fc.integer({ min: -2, max: 2 }),
});

/** Histories with branches, merges, several roots, renames, deletions, issues, reverts and clocks that go wrong. */
export const randomHistory: fc.Arbitrary<readonly CommitSketch[]> = fc
  .array(plan, { minLength: 1, maxLength: 24 })
  .map((plans) =>
    plans.map(({ parents, words: message, issue, undoes, changes, day }, position) => {
      const before = (distance: number) => `c${position - distance}`;
      const reach = (distance: number) => distance <= position;
      const closing = issue === undefined ? '' : `\n\nFixes #${issue}`;
      const revert =
        undoes === undefined || !reach(undoes) ? '' : `\n\nThis reverts commit ${idOf(before(undoes))}.`;
      return {
        name: `c${position}`,
        parents: [...new Set(parents.filter(reach))].map(before),
        message: `${message.join(' ')}${closing}${revert}`,
        files: changes,
        day: 10 + position + day,
      };
    }),
  );
