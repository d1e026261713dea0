import { describe, expect, it } from 'vitest';
import { type CommitSketch, deleted, renamed } from '../../tests/fakes/commit-history.ts';
import { snapshotOf } from '../../tests/fakes/history-snapshot.ts';
import { evidenceCommits } from './file-activity.ts';
import { followRenames } from './rename-map.ts';

function evidenceOf(sketches: readonly CommitSketch[], limit: number): readonly string[] {
  const snapshot = snapshotOf(sketches);
  const renames = followRenames(snapshot, () => false);
  return [...evidenceCommits(snapshot, renames, limit)].map(
    ({ ordinal, paths }) => `${ordinal}: ${[...paths].map((path) => snapshot.path(path)).join(' ')}`,
  );
}

describe('evidenceCommits', () => {
  it('passes over merges, sweeps, empty commits and branches that the snapshot cannot see', () => {
    const sketches = [
      { name: 'a', files: ['x', 'y'] },
      { name: 'sweep', files: ['x', 'y', 'z'] },
      { name: 'empty' },
      { name: 'side', parents: ['a'], files: ['z'] },
      { name: 'merge', parents: ['empty', 'a'], files: ['x'] },
      { name: 'last', files: ['z'] },
    ];
    expect(evidenceOf(sketches, 2)).toEqual(['0: x y', '5: z']);
  });

  it('names a file once, as it is called now, however often a commit names it', () => {
    const sketches = [
      { name: 'both', files: ['old', 'new', 'other'] },
      { name: 'gone', files: [deleted('new')] },
      { name: 'move', files: [renamed('old', 'new')] },
    ];
    expect(evidenceOf(sketches, 4)).toEqual(['0: new other', '1: new', '2: new']);
  });
});
