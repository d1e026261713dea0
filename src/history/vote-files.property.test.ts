import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type CommitSketch, deleted } from '../../tests/fakes/commit-history.ts';
import { among, settings, snapshotOf } from '../../tests/fakes/history-snapshot.ts';
import { evidence } from '../../tests/fakes/match-evidence.ts';
import { files, randomHistory } from '../../tests/fakes/random-history.ts';
import type { CommitMatch } from './match-commits.ts';
import { followRenames } from './rename-map.ts';
import { voteFiles } from './vote-files.ts';

function match(ordinal: number, relativeScore = 1): CommitMatch {
  return { ordinal, score: relativeScore, evidence: { ...evidence, relativeScore } };
}

function votes(
  sketches: readonly CommitSketch[],
  matches: readonly CommitMatch[],
  present: readonly string[],
  limit = 20,
) {
  const snapshot = snapshotOf(sketches);
  const exists = among(snapshot, present);
  return voteFiles(snapshot, matches, followRenames(snapshot, exists), exists, settings, limit);
}

describe('voteFiles', () => {
  it('counts a vote by the cube of the score, shared out by the root of the files', () => {
    const sketches = [
      { name: 'one', day: 0, files: ['a.ts'] },
      { name: 'four', day: 0, files: ['b.ts', 'c.ts', 'd.ts', 'e.ts'] },
    ];
    const found = votes(sketches, [match(0), match(1, 0.5)], ['a.ts', 'b.ts']);
    expect(found[0]).toEqual({ path: 'a.ts', share: expect.closeTo(1 / (1 + 0.125 / 2)), commits: 1 });
    expect(found.map(({ path }) => path)).toEqual(['a.ts', 'b.ts']);
  });

  it('lets half of a vote fade with age', () => {
    const sketches = [
      { name: 'old', day: 0, files: ['old.ts'] },
      { name: 'new', day: 1460, files: ['new.ts'] },
    ];
    const [first, second] = votes(sketches, [match(0), match(1)], ['old.ts', 'new.ts']);
    expect(first?.path).toBe('new.ts');
    expect((second?.share ?? 0) / (first?.share ?? 1)).toBeCloseTo(0.75);
  });

  it('hears no sweeps and elects only source files that are there', () => {
    const sketches = [
      { name: 'a', files: ['a.ts', 'README.md', 'tests/a.test.ts', 'gone.ts'] },
      { name: 'sweep', files: ['b.ts', 'c.ts', 'd.ts', 'e.ts', 'f.ts'] },
      { name: 'gone', files: [deleted('gone.ts')] },
    ];
    const present = ['a.ts', 'README.md', 'tests/a.test.ts', 'b.ts'];
    expect(votes(sketches, [match(0), match(1)], present)).toEqual([{ path: 'a.ts', share: 1, commits: 1 }]);
    expect(votes(sketches, [match(1)], present)).toEqual([]);
    expect(votes(sketches, [], present)).toEqual([]);
  });

  it('shares out at most one vote in all', () => {
    fc.assert(
      fc.property(
        randomHistory,
        fc.array(fc.double({ min: 0.01, max: 1, noNaN: true })),
        fc.nat(8),
        (sketches, scores, limit) => {
          const matches = scores.slice(0, sketches.length).map((score, ordinal) => match(ordinal, score));
          const all = votes(sketches, matches, files);
          const total = all.reduce((sum, { share }) => sum + share, 0);
          if (all.length > 0) expect(total).toBeCloseTo(1, 10);
          for (const { share, commits } of all) {
            expect(share).toBeGreaterThan(0);
            expect(commits).toBeLessThanOrEqual(matches.length);
          }
          expect(votes(sketches, matches, files, limit)).toEqual(all.slice(0, limit));
        },
      ),
    );
  });
});
