import { describe, expect, it } from 'vitest';
import { type CommitSketch, idOf } from '../../tests/fakes/commit-history.ts';
import { settings, snapshotOf } from '../../tests/fakes/history-snapshot.ts';
import { dropRepetitions } from './drop-repetitions.ts';
import { prepareQuery } from './match-commits.ts';

/** Names of the commits that are left of those given, in order. */
function distinct(sketches: readonly CommitSketch[], ranking: readonly string[]): readonly string[] {
  const snapshot = snapshotOf(sketches);
  const query = prepareQuery(snapshot, 'any', settings.search);
  const evidence = {
    strength: 1,
    coverage: 1,
    queryMass: 1,
    matchedTerms: 1,
    sharesIssue: false,
    relativeScore: 1,
  };
  const ranked = ranking.map((name) => ({
    match: { ordinal: snapshot.ordinalOf(idOf(name)) ?? -1, score: 1, evidence },
    query,
    confidence: 0.5,
  }));
  return dropRepetitions(snapshot, ranked).map(({ match }) => sketches[match.ordinal]?.name ?? '');
}

const branched: readonly CommitSketch[] = [
  { name: 'root', files: ['a.ts'] },
  { name: 'main1', message: 'Another thing', files: ['a.ts'] },
  { name: 'fix1', parents: ['root'], message: 'Try it', files: ['a.ts'] },
  { name: 'fix2', parents: ['fix1'], message: 'Fix it', files: ['a.ts'] },
  { name: 'main2', parents: ['main1'], message: 'A third thing', files: ['a.ts'] },
  { name: 'merge', parents: ['main2', 'fix2'], message: 'Merge pull request #5', files: ['a.ts'] },
];

describe('dropRepetitions', () => {
  it('keeps the better-ranked of a merge and a commit it brought in', () => {
    expect(distinct(branched, ['merge', 'fix2', 'fix1'])).toEqual(['merge']);
    expect(distinct(branched, ['fix1', 'merge', 'fix2'])).toEqual(['fix1', 'fix2']);
  });

  it('keeps a merge beside commits that were there already, even of the same files', () => {
    expect(distinct(branched, ['merge', 'main2', 'main1', 'root'])).toEqual([
      'merge',
      'main2',
      'main1',
      'root',
    ]);
  });

  it('keeps one of several backports: same files, same subject', () => {
    const sketches = [
      { name: 'original', message: 'Close descriptors\n\nBody', files: ['a.ts', 'b.ts'] },
      { name: 'backport', message: 'Close descriptors\n\n(cherry picked)', files: ['b.ts', 'a.ts'] },
      { name: 'elsewhere', message: 'Close descriptors', files: ['a.ts'] },
      { name: 'other', message: 'Open descriptors', files: ['a.ts', 'b.ts'] },
    ];
    expect(distinct(sketches, ['backport', 'original', 'elsewhere', 'other'])).toEqual([
      'backport',
      'elsewhere',
      'other',
    ]);
  });

  it('keeps commits that changed nothing, whatever they say', () => {
    const sketches = [
      { name: 'a', message: 'Release' },
      { name: 'b', message: 'Release' },
    ];
    expect(distinct(sketches, ['b', 'a'])).toEqual(['b', 'a']);
  });

  it('looks no further than a short way, also where the first parent is not there', () => {
    const long = Array.from({ length: 200 }, (_, i) => ({ name: `c${i}`, files: ['a.ts'] }));
    const sketches = [
      ...long,
      { name: 'merge', parents: ['gone', 'c199'], message: 'Merge', files: ['a.ts'] },
    ];
    expect(distinct(sketches, ['merge', 'c199', 'c0'])).toEqual(['merge', 'c199', 'c0']);
  });
});
