import { describe, expect, it } from 'vitest';
import { renamed } from '../../tests/fakes/commit-history.ts';
import { snapshotOf } from '../../tests/fakes/history-snapshot.ts';
import { findPath } from './rename-map.ts';

describe('findPath', () => {
  it('finds what the snapshot can see: changes, moves away, and those of merges', () => {
    const sketches = [
      { name: 'a', files: ['x'] },
      { name: 'side', parents: ['a'], files: ['unseen'] },
      { name: 'b', parents: ['a'], files: [renamed('moved', 'here')] },
      { name: 'merge', parents: ['b', 'a'], files: ['merged'] },
    ];
    const snapshot = snapshotOf(sketches);
    const found = ['x', 'unseen', 'moved', 'here', 'merged', 'never'].filter(
      (path) => findPath(snapshot, path) !== undefined,
    );
    expect(found).toEqual(['x', 'moved', 'here', 'merged']);
  });

  it('takes a path as Windows writes it, unless a file is called so', () => {
    const snapshot = snapshotOf([{ name: 'a', files: ['src/a.ts', 'src/b.ts', 'src\\b.ts'] }]);
    expect(findPath(snapshot, 'src\\a.ts')).toBe(snapshot.pathId('src/a.ts'));
    expect(findPath(snapshot, 'src\\b.ts')).toBe(snapshot.pathId('src\\b.ts'));
  });
});
