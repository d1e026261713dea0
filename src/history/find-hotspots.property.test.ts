import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type CommitSketch, msPerDay, renamed } from '../../tests/fakes/commit-history.ts';
import { among, settings, snapshotOf } from '../../tests/fakes/history-snapshot.ts';
import { files, randomHistory } from '../../tests/fakes/random-history.ts';
import { findHotspots } from './file-activity.ts';
import { followRenames } from './rename-map.ts';

function hotspots(sketches: readonly CommitSketch[], present: readonly string[], limit = 20) {
  const snapshot = snapshotOf(sketches);
  const exists = among(snapshot, present);
  return findHotspots(snapshot, followRenames(snapshot, exists), exists, settings, limit);
}

describe('findHotspots', () => {
  it('halves a change for every half-life of age', () => {
    const sketches = [
      { name: 'a', day: 0, files: ['old.ts', 'both.ts'] },
      { name: 'b', day: 10, files: ['both.ts'] },
      { name: 'now', day: 20, files: ['both.ts', 'new.ts'] },
    ];
    expect(hotspots(sketches, ['old.ts', 'both.ts', 'new.ts'])).toEqual([
      { path: 'both.ts', heat: 1.75, changes: 3, lastChangedAtMs: 20 * msPerDay },
      { path: 'new.ts', heat: 1, changes: 1, lastChangedAtMs: 20 * msPerDay },
      { path: 'old.ts', heat: 0.25, changes: 1, lastChangedAtMs: 0 },
    ]);
  });

  it('counts a renamed file under its present name and names no bookkeeping and nothing that is gone', () => {
    const sketches = [
      { name: 'a', day: 0, files: ['io.ts', 'CHANGELOG.md', 'gone.ts'] },
      { name: 'b', day: 0, files: [renamed('io.ts', 'stream.ts')] },
    ];
    const found = hotspots(sketches, ['stream.ts', 'CHANGELOG.md']);
    expect(found.map(({ path, changes }) => [path, changes])).toEqual([['stream.ts', 2]]);
  });

  it('takes a commit from the future for one of today', () => {
    const sketches = [
      { name: 'wrong clock', day: 40_000, files: ['a.ts'] },
      { name: 'now', day: 1, files: ['b.ts'] },
    ];
    expect(hotspots(sketches, ['a.ts', 'b.ts']).map(({ heat }) => heat)).toEqual([1, 1]);
  });

  it('is sorted, cut off, and never hotter than it was often changed', () => {
    fc.assert(
      fc.property(randomHistory, fc.subarray([...files]), fc.nat(6), (sketches, present, limit) => {
        const all = hotspots(sketches, present);
        for (const [position, { path, heat, changes }] of all.entries()) {
          expect(present).toContain(path);
          expect(heat).toBeGreaterThan(0);
          expect(heat).toBeLessThanOrEqual(changes);
          expect(changes).toBeLessThanOrEqual(sketches.length);
          expect(heat).toBeLessThanOrEqual(all[position - 1]?.heat ?? Number.POSITIVE_INFINITY);
        }
        expect(hotspots(sketches, present, limit)).toEqual(all.slice(0, limit));
      }),
    );
  });
});
