import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type CommitSketch, renamed } from '../../tests/fakes/commit-history.ts';
import { among, pathIdOf, snapshotOf } from '../../tests/fakes/history-snapshot.ts';
import { followRenames } from './rename-map.ts';

function follow(sketches: readonly CommitSketch[], present: readonly string[]) {
  const snapshot = snapshotOf(sketches);
  const map = followRenames(snapshot, among(snapshot, present));
  return {
    current: (path: string) => snapshot.path(map.current(pathIdOf(snapshot, path))),
    previous: (path: string) => map.previous(pathIdOf(snapshot, path)).map((id) => snapshot.path(id)),
  };
}

describe('followRenames', () => {
  it('follows a file over several renames, and back', () => {
    const map = follow(
      [
        { name: 'a', files: ['io.ts'] },
        { name: 'b', files: [renamed('io.ts', 'stream.ts')] },
        { name: 'c', files: [renamed('stream.ts', 'capture.ts')] },
      ],
      ['capture.ts'],
    );
    expect(map.current('io.ts')).toBe('capture.ts');
    expect(map.current('capture.ts')).toBe('capture.ts');
    expect(map.previous('capture.ts')).toEqual(['io.ts', 'stream.ts']);
    expect(map.previous('io.ts')).toEqual([]);
  });

  it('leaves a path alone that exists again', () => {
    const sketches = [
      { name: 'a', files: [renamed('old.ts', 'new.ts')] },
      { name: 'b', files: ['old.ts'] },
    ];
    expect(follow(sketches, ['old.ts', 'new.ts']).current('old.ts')).toBe('old.ts');
  });

  it('takes the latest of several renames of one path', () => {
    const sketches = [
      { name: 'a', files: [renamed('x.ts', 'y.ts')] },
      { name: 'b', files: ['x.ts'] },
      { name: 'c', files: [renamed('x.ts', 'z.ts')] },
    ];
    expect(follow(sketches, ['y.ts', 'z.ts']).current('x.ts')).toBe('z.ts');
  });

  it('does not follow copies, nor what a merge or an unseen branch did', () => {
    const sketches: readonly CommitSketch[] = [
      { name: 'a', files: ['x.ts', 'y.ts', 'z.ts'] },
      { name: 'side', parents: ['a'], files: [renamed('y.ts', 'elsewhere.ts')] },
      { name: 'b', parents: ['a'], files: [{ status: 'copied', path: 'copy.ts', previousPath: 'x.ts' }] },
      { name: 'c', parents: ['b', 'a'], files: [renamed('z.ts', 'merged.ts')] },
    ];
    const map = follow(sketches, []);
    expect(['x.ts', 'y.ts', 'z.ts'].map(map.current)).toEqual(['x.ts', 'y.ts', 'z.ts']);
  });

  it('ends a circle where the last rename took the file', () => {
    const circle = [
      { name: 'a', files: [renamed('x.ts', 'y.ts')] },
      { name: 'b', files: [renamed('y.ts', 'z.ts')] },
      { name: 'c', files: [renamed('z.ts', 'x.ts')] },
    ];
    const map = follow(circle, []);
    expect(['x.ts', 'y.ts', 'z.ts'].map(map.current)).toEqual(['x.ts', 'x.ts', 'x.ts']);
    expect(map.previous('x.ts')).toEqual(['y.ts', 'z.ts']);
  });

  it('ends, on whatever renames: a present name has nothing further, and each path is one file', () => {
    const name = fc.constantFrom('p', 'q', 'r', 's', 't');
    fc.assert(
      fc.property(
        fc.array(fc.tuple(name, name), { minLength: 1, maxLength: 30 }),
        fc.subarray(['p', 'q', 'r', 's', 't']),
        (moves, present) => {
          const sketches = moves.map(([before, after], i) => ({
            name: `c${i}`,
            files: [renamed(before, after)],
          }));
          const map = follow(sketches, present);
          const paths = [...new Set(moves.flat())];
          for (const path of paths) {
            const place = map.current(path);
            expect(map.current(place)).toBe(place);
            if (present.includes(path)) expect(place).toBe(path);
          }
          // Nothing is lost and nothing counted twice: each path is its own, or an earlier name of exactly one file.
          const owners = paths.filter((path) => map.current(path) === path);
          expect(owners.flatMap((owner) => [owner, ...map.previous(owner)]).sort()).toEqual(paths.sort());
        },
      ),
    );
  });
});
