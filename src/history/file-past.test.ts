import { describe, expect, it } from 'vitest';
import { type CommitSketch, deleted, renamed } from '../../tests/fakes/commit-history.ts';
import { among, snapshotOf } from '../../tests/fakes/history-snapshot.ts';
import { gatherFilePast } from './file-past.ts';
import { scoreChangedWith, scoreMessages, scoreNamedCommits, scoreSimilarChanges } from './recall-files.ts';
import { followRenames } from './rename-map.ts';

const paths = ['a.ts', 'b.ts', 'tests/a.test.ts'];
const sweepSize = 4;

function pastOf(sketches: readonly CommitSketch[]) {
  const snapshot = snapshotOf(sketches);
  const renames = followRenames(snapshot, among(snapshot, paths));
  const past = gatherFilePast(snapshot, renames, paths, sweepSize);
  const terms = (...words: readonly string[]) =>
    words.flatMap((term) => {
      const postings = snapshot.postings(term);
      return postings === undefined ? [] : [{ term, weight: 1, ...postings }];
    });
  return { snapshot, past, terms };
}

describe('gatherFilePast', () => {
  it('counts changes under present names, and merges and sweeps not at all', () => {
    const { past } = pastOf([
      { name: 'old', files: ['old.ts', 'README.md'] },
      { name: 'move', files: [renamed('old.ts', 'a.ts')] },
      { name: 'sweep', files: ['a.ts', 'b.ts', 'c.ts', 'd.ts', 'e.ts'] },
      { name: 'side', parents: ['move'], files: ['b.ts'] },
      { name: 'merge', parents: ['sweep', 'side'], files: ['b.ts'] },
    ]);
    expect([...past.changeCounts]).toEqual([2, 1, 0]);
    expect(past.commitCount).toBe(3);
  });

  it('knows how long ago a file was last changed', () => {
    const { past } = pastOf([
      { name: 'one', day: 0, files: ['a.ts'] },
      { name: 'two', day: 10, files: ['b.ts'] },
    ]);
    expect([...past.daysSinceChange]).toEqual([10, 0, 4_000]);
    expect(past.recentChanges[1]).toBeGreaterThan(past.recentChanges[0] ?? 0);
  });

  it('does not count a deletion as a change', () => {
    const { past } = pastOf([
      { name: 'one', files: ['a.ts'] },
      { name: 'two', files: [deleted('a.ts'), 'b.ts'] },
    ]);
    expect([...past.changeCounts]).toEqual([1, 1, 0]);
    expect(past.widths[1]).toBe(1);
  });
});

describe('scoreMessages', () => {
  it('adds up what was said of a file, old messages less', () => {
    const { snapshot, past, terms } = pastOf([
      { name: 'one', day: 0, message: 'cache grows', files: ['a.ts'] },
      { name: 'two', day: 2_920, message: 'cache shrinks', files: ['b.ts'] },
    ]);
    const [a = 0, b = 0, test] = scoreMessages(snapshot, past, terms('cach'));
    expect(a).toBeGreaterThan(0);
    expect(b).toBeGreaterThan(a);
    expect(test).toBe(0);
  });
});

describe('scoreSimilarChanges', () => {
  it('lets the commits most like a text vote, wide ones less for each file', () => {
    const { snapshot, past, terms } = pastOf([
      { name: 'one', day: 0, message: 'cache grows', files: ['a.ts'] },
      { name: 'two', day: 0, message: 'cache shrinks', files: ['b.ts', 'c.ts', 'd.ts', 'e.ts'] },
      { name: 'three', day: 0, message: 'other words', files: ['b.ts'] },
    ]);
    const { scores, commits } = scoreSimilarChanges(snapshot, past, terms('cach'));
    expect((scores[0] ?? 0) / (scores[1] ?? 1)).toBeCloseTo(2);
    expect([...commits]).toEqual([1, 1, 0]);
  });

  it('knows nothing of what was asked before', () => {
    const { snapshot, past, terms } = pastOf([
      { name: 'one', message: 'cache grows', files: ['a.ts'] },
      { name: 'two', message: 'queue stops', files: ['b.ts'] },
    ]);
    const first = scoreSimilarChanges(snapshot, past, terms('cach'));
    expect([...scoreSimilarChanges(snapshot, past, terms('queu')).commits]).toEqual([0, 1, 0]);
    expect(scoreSimilarChanges(snapshot, past, terms('cach'))).toEqual(first);
  });

  it('finds nothing without terms', () => {
    const { snapshot, past } = pastOf([{ name: 'one', files: ['a.ts'] }]);
    expect([...scoreSimilarChanges(snapshot, past, []).scores]).toEqual([0, 0, 0]);
  });
});

describe('scoreNamedCommits', () => {
  it('shares a commit out by the root of its files', () => {
    const { past } = pastOf([
      { name: 'one', files: ['a.ts'] },
      { name: 'two', files: ['b.ts', 'c.ts', 'd.ts', 'e.ts'] },
    ]);
    expect([...scoreNamedCommits(past, [0, 1])]).toEqual([1, 0.5, 0]);
  });
});

describe('scoreChangedWith', () => {
  it('hands out what a test weighs to the files it changed with', () => {
    const { snapshot, past } = pastOf([
      { name: 'one', day: 0, files: ['a.ts', 'tests/a.test.ts'] },
      { name: 'two', day: 0, files: ['a.ts', 'tests/a.test.ts'] },
      { name: 'three', day: 0, files: ['b.ts', 'tests/a.test.ts'] },
      { name: 'four', day: 0, files: ['b.ts'] },
    ]);
    const scores = scoreChangedWith(snapshot, past, Float64Array.of(0, 0, 1));
    expect(scores[0]).toBeCloseTo(2 / 3.2);
    expect(scores[1]).toBeCloseTo(1 / 3.2);
    expect([...scoreChangedWith(snapshot, past, new Float64Array(3))]).toEqual([0, 0, 0]);
  });
});
