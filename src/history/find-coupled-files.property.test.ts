import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type CommitSketch, msPerDay, renamed } from '../../tests/fakes/commit-history.ts';
import { among, pathIdOf, settings, snapshotOf } from '../../tests/fakes/history-snapshot.ts';
import { files, randomHistory } from '../../tests/fakes/random-history.ts';
import { findCoupledFiles } from './file-activity.ts';
import { followRenames } from './rename-map.ts';

function coupling(sketches: readonly CommitSketch[], path: string, present: readonly string[], limit = 20) {
  const snapshot = snapshotOf(sketches);
  const exists = among(snapshot, present);
  const renames = followRenames(snapshot, exists);
  const pathId = renames.current(pathIdOf(snapshot, path));
  return findCoupledFiles(snapshot, pathId, renames, exists, settings, limit);
}

const repeated = (times: number, changed: readonly string[], name = changed.join()) =>
  Array.from({ length: times }, (_, round) => ({ name: `${name}${round}`, files: changed }));

describe('findCoupledFiles', () => {
  it('tells share, lift and when they last met', () => {
    const sketches = [...repeated(3, ['a', 'b']), ...repeated(1, ['a']), ...repeated(4, ['c'])];
    const { commits, coupled } = coupling(sketches, 'a', ['a', 'b', 'c']);
    expect(commits).toBe(4);
    expect(coupled).toEqual([
      expect.objectContaining({
        path: 'b',
        together: 3,
        share: 0.75,
        lift: 2,
        lastTogetherAtMs: 2 * msPerDay,
      }),
    ]);
  });

  it('ranks by how often, then by how little it was to be expected, then by name', () => {
    const sketches = [
      ...repeated(4, ['a', 'often']),
      ...repeated(2, ['a', 'y', 'x', 'widely']),
      ...repeated(2, ['widely']),
      ...repeated(9, ['elsewhere']),
    ];
    const { coupled } = coupling(sketches, 'a', ['a', 'often', 'x', 'y', 'widely']);
    expect(coupled.map(({ path }) => path)).toEqual(['often', 'x', 'y', 'widely']);
  });

  it('leaves out what is there in every commit anyway, what met too seldom, and what is gone', () => {
    const sketches = [
      ...repeated(3, ['a', 'log', 'gone']),
      ...repeated(1, ['a', 'log', 'once']),
      ...repeated(3, ['b', 'log']),
    ];
    expect(coupling(sketches, 'a', ['a', 'b', 'log', 'once']).coupled).toEqual([]);
    expect(coupling(sketches, 'a', ['a', 'b', 'log', 'gone']).coupled.map(({ path }) => path)).toEqual([
      'gone',
    ]);
  });

  it('goes on counting over a rename', () => {
    const sketches: readonly CommitSketch[] = [
      ...repeated(2, ['a', 'old']),
      { name: 'move', files: [renamed('old', 'new')] },
      ...repeated(2, ['a', 'new']),
      ...repeated(3, ['c']),
    ];
    const { coupled } = coupling(sketches, 'a', ['a', 'new', 'c']);
    expect(coupled.map(({ path, together }) => [path, together])).toEqual([['new', 4]]);
    expect(coupling(sketches, 'old', ['a', 'new', 'c'])).toEqual(
      coupling(sketches, 'new', ['a', 'new', 'c']),
    );
  });

  it('keeps shares within their intervals, lifts above chance, and meets both ways equally often', () => {
    fc.assert(
      fc.property(randomHistory, fc.constantFrom(...files), (sketches, asked) => {
        fc.pre(sketches.some(({ files: changed = [] }) => changed.some((file) => file === asked)));
        const { commits, coupled } = coupling(sketches, asked, files);
        for (const [position, other] of coupled.entries()) {
          expect(other.path).not.toBe(asked);
          expect(other.together).toBeGreaterThanOrEqual(settings.couplingMinimumTogether);
          expect(other.together).toBeLessThanOrEqual(commits);
          expect(other.share).toBe(other.together / commits);
          expect(other.shareLow).toBeGreaterThanOrEqual(0);
          expect(other.shareLow).toBeLessThanOrEqual(other.share);
          expect(other.shareHigh).toBeGreaterThanOrEqual(other.share - 1e-12);
          expect(other.shareHigh).toBeLessThanOrEqual(1);
          expect(other.lift).toBeGreaterThan(1);
          expect(other.together).toBeLessThanOrEqual(coupled[position - 1]?.together ?? commits);
          const back = coupling(sketches, other.path, files).coupled.find(({ path }) => path === asked);
          expect(back?.together).toBe(other.together);
          expect(back?.lift).toBeCloseTo(other.lift, 10);
        }
        expect(coupling(sketches, asked, files, 1).coupled).toEqual(coupled.slice(0, 1));
      }),
    );
  });
});
